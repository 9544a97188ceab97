import { randomUUID } from 'node:crypto'
import { type Connections, toAnswerMs } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'

/** A store as a writer among others: it is alive while it says so, by the server's clock. */
export interface WriterPulse {
  readonly writer: string
  /** Says it for the first time, before anything is claimed. */
  begin(): Promise<void>
  /** Says that it is gone. */
  end(): Promise<void>
}

export type WriterPulseOptions = {
  /** Who writes, for a person who wants to go on elsewhere. */
  readonly words: string
  /** How long a writer that says nothing more counts as alive. */
  readonly aliveMs?: number
}

/** A writer that nobody knows yet. */
export function createWriterPulse(
  connections: Connections,
  { words, aliveMs = ALIVE_MS }: WriterPulseOptions,
): WriterPulse {
  const writer = randomUUID()
  let [begun, timer]: [Promise<void> | null, NodeJS.Timeout | null] = [null, null]

  async function say(): Promise<void> {
    await connections.runAgain({
      answerMs: toAnswerMs(0),
      text: `
        INSERT INTO ${SCHEMA}.writers (writer, words, alive_until)
        VALUES ($1, $2, now() + $3 * interval '1 millisecond')
        ON CONFLICT (writer) DO UPDATE SET alive_until = excluded.alive_until`,
      values: [writer, words, aliveMs],
    })
  }

  return {
    writer,
    begin() {
      begun ??= say().then(() => {
        // A server that is away is asked again at the next beat.
        timer = setInterval(() => void say().catch(() => undefined), aliveMs / 3).unref()
      })
      return begun
    },
    async end() {
      if (timer) clearInterval(timer)
      if (begun)
        await connections.run({ text: `DELETE FROM ${SCHEMA}.writers WHERE writer = $1`, values: [writer] })
    },
  }
}

const ALIVE_MS = 30_000
