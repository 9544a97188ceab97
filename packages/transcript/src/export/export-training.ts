import type { ApiMessage } from '@antiphon/contract'
import {
  type ApiViewMessage,
  encodeEntry,
  getMessagesAfterCompactBoundary,
  normalizeMessagesForAPI,
  type Repair,
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
  type TranscriptEntry,
} from '@antiphon/core'
import { toApiMessage } from '@antiphon/core/api'
import { findKnownModel } from './find-known-model.ts'
import { withoutInvitation } from './without-invitation.ts'

/** One line of training data, or why there must be none. */
export type TrainingOutcome =
  | { readonly status: 'ready'; readonly line: TrainingLine; readonly text: string }
  | { readonly status: 'refused'; readonly refusals: readonly TrainingRefusal[] }

/** Exactly what the model read and said. */
export type TrainingLine = { readonly messages: readonly ApiMessage[] }

/**
 * `placeholder`: the text that stands for a lost result is in the history. `missing-result`: a call has no result, so that
 * the text, or an error that nobody saw, would have to be put there. `empty`: nothing was said.
 */
export type TrainingRefusal = {
  readonly reason: 'placeholder' | 'missing-result' | 'empty'
  /** The message where it stands, or whose call it is. */
  readonly uuid: string | null
  readonly detail: string
}

/**
 * The conversation after its last compaction as the model reads it. A made-up tool result satisfies the API, but a model
 * that is trained on it learns what never happened: such a history is refused (seed 004 §5.3).
 */
export function exportTraining(messages: readonly TranscriptEntry[]): TrainingOutcome {
  const live = getMessagesAfterCompactBoundary(messages)
  const repairs: Repair[] = []
  const view = normalizeMessagesForAPI(live, [], {
    ...findKnownModel(live),
    report: repair => repairs.push(repair),
  })
  const said = withoutInvitation(view)
  const refusals = [...findMissingResults(repairs), ...findPlaceholders(live, said)]
  if (refusals.length > 0) return { status: 'refused', refusals }
  if (!said.some(message => message.type === 'assistant'))
    return {
      status: 'refused',
      refusals: [{ reason: 'empty', uuid: null, detail: 'The model said nothing.' }],
    }
  const line: TrainingLine = { messages: said.map(toApiMessage) }
  return { status: 'ready', line, text: encodeEntry(line) }
}

const MISSING_RESULT_RULES: ReadonlySet<string> = new Set(['TUP-01', 'SRV-03'])

function findMissingResults(repairs: readonly Repair[]): readonly TrainingRefusal[] {
  return repairs
    .filter(({ rule, action }) => action === 'inserted' && MISSING_RESULT_RULES.has(rule))
    .map(({ uuid, detail }) => ({ reason: 'missing-result', uuid, detail: `There is no ${detail}.` }))
}

/** By the stored messages, whose uuids a person can find; by the view where only a rendering contains it. */
function findPlaceholders(
  messages: readonly TranscriptEntry[],
  view: readonly ApiViewMessage[],
): readonly TrainingRefusal[] {
  const isPlaceholder = (text: string): boolean => text.includes(SYNTHETIC_TOOL_RESULT_PLACEHOLDER)
  const sent = view.filter(message => contains(toApiMessage(message), isPlaceholder))
  if (sent.length === 0) return []
  const stored = messages.filter(message =>
    contains('message' in message ? message.message : message, isPlaceholder),
  )
  return (stored.length > 0 ? stored : sent).map(({ uuid }) => ({
    reason: 'placeholder',
    uuid,
    detail: `It contains the text "${SYNTHETIC_TOOL_RESULT_PLACEHOLDER}".`,
  }))
}

/** Whether any string in a JSON value, however deep, is one that is looked for. */
function contains(value: unknown, isSought: (text: string) => boolean): boolean {
  const open: unknown[] = [value]
  for (let current = open.pop(); open.length > 0 || current !== undefined; current = open.pop()) {
    if (typeof current === 'string' && isSought(current)) return true
    if (typeof current === 'object' && current !== null)
      for (const child of Object.values(current)) open.push(child)
  }
  return false
}
