import type { SessionKey } from '@antiphon/transcript'
import type { StreamMessage } from '../connection/broker.ts'
import { isWrongLast } from '../connection/store-failure.ts'
import { toLeaseSubject, toWriterSubject } from '../stream/stream-names.ts'
import type { StoreStreams } from './read-state.ts'
import type { ServerClock } from './server-clock.ts'
import { readWriterWords } from './writer-pulse.ts'

/** Who may claim a log: an entry of a bucket, whose revision says whether it is still the same. */
export type LogLease = {
  readonly revision: number
  readonly writer: string
  /** Of the taking of it alone. */
  readonly id: string
  readonly since: string
}

/** The lease of a log; null where nobody has one. */
export async function readLease({ broker, names }: StoreStreams, key: SessionKey): Promise<LogLease | null> {
  return toLease(await broker.last(names.leases, toLeaseSubject(names, key)))
}

/** Null for what is no lease. */
export function toLease(message: StreamMessage | null): LogLease | null {
  if (!message) return null
  try {
    const { writer, id } = JSON.parse(Buffer.from(message.payload).toString())
    if (!writer) return null
    return { revision: message.place, writer: String(writer), id: String(id), since: message.time }
  } catch {
    return null
  }
}

/** Takes a lease that is as it was read; null where it is another one by now. */
export async function takeLease(
  { broker, names }: StoreStreams,
  key: SessionKey,
  { writer, id, over }: { readonly writer: string; readonly id: string; readonly over: LogLease | null },
): Promise<number | null> {
  const subject = toLeaseSubject(names, key)
  const payload = Buffer.from(JSON.stringify({ writer, id }))
  const tries = broker.retry()
  for (;;)
    try {
      return await broker.publish({ subject, payload, expected: over?.revision ?? 0 })
    } catch (error) {
      if (!isWrongLast(error)) await tries.next(error)
      const there = toLease(await broker.last(names.leases, subject))
      if (there?.id === id) return there.revision
      if (isWrongLast(error) || there?.revision !== over?.revision) return null
    }
}

/** Gives up a lease of this revision; one that was taken since stays. */
export async function freeLease(
  { broker, names }: StoreStreams,
  key: SessionKey,
  revision: number,
): Promise<void> {
  await broker.purge(names.leases, toLeaseSubject(names, key), revision + 1)
}

/** What a writer says of itself where it is alive; null for one that is gone. */
export async function findLiving(
  { broker, names }: StoreStreams,
  writer: string,
  clock: ServerClock,
): Promise<string | null> {
  const message = await broker.last(names.writers, toWriterSubject(names, writer))
  return message && readLiving(message, await clock.now())
}

/** The same of what is known of a writer. */
export function readLiving(message: StreamMessage, now: number): string | null {
  const said = readWriterWords(message.payload)
  return said && Date.parse(message.time) + said.aliveMs > now ? said.words : null
}
