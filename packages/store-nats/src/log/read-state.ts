import { formatSessionKey, type SessionKey, TranscriptError } from '@antiphon/transcript'
import type { Broker, StreamMessage } from '../connection/broker.ts'
import { type StreamNames, toLogSubject } from '../stream/stream-names.ts'
import { endOf, type LogMessage, toLogMessage } from './log-mark.ts'

/** The streams of a store, and who answers for them. */
export type StoreStreams = { readonly broker: Broker; readonly names: StreamNames }

/** The last message of a log; null where there is none. */
export async function readLast({ broker, names }: StoreStreams, key: SessionKey): Promise<LogMessage | null> {
  return toKnown(await broker.last(names.logs, toLogSubject(names, key)), key)
}

function toKnown(message: StreamMessage | null, key: SessionKey): LogMessage | null {
  const known = toLogMessage(message)
  if (message && !known)
    throw new TranscriptError(
      'io',
      `${formatSessionKey(key)} was written by something that this program does not know. Install a newer Antiphon.`,
    )
  return known
}

/** The same of a log that holds something; one that was begun and has nothing in it is none. */
export async function readState(streams: StoreStreams, key: SessionKey): Promise<LogMessage | null> {
  const last = await readLast(streams, key)
  return last && endOf(last.head) > 0 ? last : null
}
