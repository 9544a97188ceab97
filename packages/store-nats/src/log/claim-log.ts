import type { Claim, ClaimWish, LogWriter, SessionKey } from '@antiphon/transcript'
import { toLogSubject } from '../stream/stream-names.ts'
import { beginSubject, continueSubject, type HeldSubject } from './held-subject.ts'
import { findLiving, freeLease, type LogLease, readLease, takeLease } from './lease.ts'
import { createMarkId, endOf, type LogAuthor, type LogMessage } from './log-mark.ts'
import { readLast, type StoreStreams } from './read-state.ts'
import type { ServerClock } from './server-clock.ts'
import { writeFrame } from './write-frame.ts'

export type SubjectClaim = ClaimWish & {
  readonly key: SessionKey
  readonly writer: string
  readonly who: LogWriter
  readonly clock: ServerClock
}

/**
 * Becomes the writer of a log and appends. The lease decides who may try; what decides who writes is the first message
 * under the new claim: it stands where the writer before expects its own next one.
 */
export async function claimLog(streams: StoreStreams, options: SubjectClaim): Promise<Claim<HeldSubject>> {
  const { key, writer, clock, lines, expected, isForced = false } = options
  const id = createMarkId()
  let own: number | null = null
  for (;;) {
    // What is read before the lease is taken is what must not have changed when the message arrives.
    const [last, lease] = await Promise.all([readLast(streams, key), readLease(streams, key)])
    const end = last ? endOf(last.head) : 0
    const holder = await findOther(streams, lease, { writer, clock })
    const mayBegin = !isForced && (expected === undefined || expected === 0)
    const isPossible = last ? expected === undefined || expected === end : mayBegin
    if (!isPossible || (holder !== null && !isForced)) {
      if (own !== null) await freeLease(streams, key, own)
      return { status: 'refused', end, holder }
    }
    own = await takeLease(streams, key, { writer, id, over: lease })
    if (own === null) continue
    const log = toHeld(last, {
      ...options,
      ...{ subject: toLogSubject(streams.names, key), revision: own, now: await clock.now() },
    })
    if (await writeFrame(streams.broker, log, { stream: streams.names.logs, lines })) {
      log.end += lines.lengths.length
      return { status: 'claimed', log }
    }
  }
}

/** Who has it besides this writer, where that one is alive. */
async function findOther(
  streams: StoreStreams,
  lease: LogLease | null,
  { writer, clock }: Pick<SubjectClaim, 'writer' | 'clock'>,
): Promise<string | null> {
  if (!lease || lease.writer === writer) return null
  return findLiving(streams, lease.writer, clock)
}

type Holding = SubjectClaim & {
  readonly subject: string
  readonly revision: number
  readonly now: number
}

function toHeld(
  last: LogMessage | null,
  { key, subject, who, isForOthers, now, revision }: Holding,
): HeldSubject {
  const since = new Date(now).toISOString()
  const author: LogAuthor = isForOthers ? { ...last?.head.author, since } : { ...who, since }
  const begin = { key, author, revision, subject }
  return last ? continueSubject(last, begin) : beginSubject(begin)
}
