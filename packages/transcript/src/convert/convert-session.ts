import type { Entry } from '@antiphon/core'
import { answerCalls } from './answer-calls.ts'
import type { ConversionTarget } from './conversion-target.ts'
import { type ConvertEntryOptions, convertEntry } from './convert-entry.ts'
import { holdThinking } from './hold-thinking.ts'
import { mendContext } from './mend-context.ts'
import type { SessionLoss } from './session-loss.ts'

export type ConvertSessionOptions = Omit<ConvertEntryOptions, 'report'> & {
  /** Where the original is, and whose. */
  readonly origin: SessionOrigin
}

export type SessionOrigin = {
  readonly agent: string
  readonly sessionId: string
  readonly path: string
  /** Of the program that converts. */
  readonly convertedBy: string
}

export type SessionConversion = {
  readonly entries: readonly Entry[]
  readonly losses: readonly SessionLoss[]
}

/**
 * A session of any agent as one that the target goes on with, under a new id; messages keep their uuids and their order.
 * Our own view mends what the API would refuse each time it is sent, so that nothing is changed for it; another program is
 * given a log that needs no mending.
 */
export function convertSession(
  entries: readonly Entry[],
  { origin, ...options }: ConvertSessionOptions,
): SessionConversion {
  const losses: SessionLoss[] = []
  const report = (loss: SessionLoss): void => void losses.push(loss)
  const converted = entries
    .map(entry => convertEntry(entry, { ...options, report }))
    .filter(entry => entry !== null)
  const sendable = MAKE_SENDABLE[options.target](converted, report)
  return { entries: [toOriginRecord(origin, options.sessionId), ...sendable], losses }
}

type MakeSendable = (entries: readonly Entry[], report: (loss: SessionLoss) => void) => readonly Entry[]

const MAKE_SENDABLE: Readonly<Record<ConversionTarget, MakeSendable>> = {
  antiphon: entries => entries,
  claude: (entries, report) => mendContext(answerCalls(holdThinking(entries, report), report), report),
}

/** The first line: no program goes by it, and whoever looks knows where the session is from. */
export const ORIGIN_RECORD = 'converted-from'

function toOriginRecord(origin: SessionOrigin, sessionId: string): Entry {
  return { type: ORIGIN_RECORD, sessionId, origin }
}
