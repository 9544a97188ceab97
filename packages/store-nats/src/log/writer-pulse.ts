import { randomUUID } from 'node:crypto'
import { toWriterSubject } from '../stream/stream-names.ts'
import type { StoreStreams } from './read-state.ts'

/** A store as a writer among others: it is alive while it says so, by the server's clock. */
export interface StreamPulse {
  readonly writer: string
  /** Says it for the first time, before anything is claimed. */
  begin(): Promise<void>
  /** Says that it is gone. */
  end(): Promise<void>
}

export type StreamPulseOptions = {
  /** Who writes, for a person who wants to go on elsewhere. */
  readonly words: string
  /** How long a writer that says nothing more counts as alive. */
  readonly aliveMs?: number
}

/** What a writer says of itself. */
export type WriterWords = { readonly words: string; readonly aliveMs: number }

/** A writer that nobody knows yet. */
export function createWriterPulse(
  { broker, names }: StoreStreams,
  { words, aliveMs = ALIVE_MS }: StreamPulseOptions,
): StreamPulse {
  const writer = randomUUID()
  const subject = toWriterSubject(names, writer)
  const said: WriterWords = { words, aliveMs }
  const payload = Buffer.from(JSON.stringify(said))
  let [begun, timer]: [Promise<void> | null, NodeJS.Timeout | null] = [null, null]

  async function say(): Promise<void> {
    const tries = broker.retry()
    for (;;)
      try {
        await broker.publish({ subject, payload })
        return
      } catch (error) {
        await tries.next(error)
      }
  }

  return {
    writer,
    begin() {
      begun ??= say().then(
        () => {
          // A server that is away is asked again at the next beat.
          timer = setInterval(
            () => void broker.publish({ subject, payload }).catch(() => undefined),
            aliveMs / 3,
          )
          timer.unref()
        },
        (error: unknown) => {
          begun = null
          throw error
        },
      )
      return begun
    },
    async end() {
      if (timer) clearInterval(timer)
      if (begun) await broker.purge(names.writers, subject)
    },
  }
}

const ALIVE_MS = 30_000

/** Null for what no writer said. */
export function readWriterWords(payload: Uint8Array): WriterWords | null {
  try {
    const { words, aliveMs } = JSON.parse(Buffer.from(payload).toString())
    return { words: String(words), aliveMs: Number(aliveMs) }
  } catch {
    return null
  }
}
