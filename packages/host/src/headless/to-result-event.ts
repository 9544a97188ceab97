import { createResultMessage, type ResultSubtype, sumAnswers, type UUID } from '@antiphon/core'
import type { CountedAnswer } from '@antiphon/core/usage'
import { resultToWire, type TerminalReason, type WireResultEvent } from '@antiphon/core/wire'
import { type QueryEnd, type TurnResult, toResultUsage } from '@antiphon/engine'

/** A turn that is over. */
type EndedTurn = {
  readonly sessionId: string
  readonly result: TurnResult
  /** The prompts that the turn answered, the first one first. */
  readonly prompts: readonly UUID[]
  /** How many calls were answered. */
  readonly calls: number
  readonly apiMilliseconds: number
  /** All answers of the process until now. */
  readonly spent: readonly CountedAnswer[]
}

/** The event that closes a turn. */
export function toResultEvent(turn: EndedTurn): WireResultEvent {
  const { sessionId, result, prompts, calls, apiMilliseconds, spent } = turn
  const { costUsd, modelUsage } = sumAnswers(spent)
  const { end, text, durationMs, usage, denials, origin } = result
  const [subtype, terminalReason] = readEnd(end)
  const isError = end.reason !== 'completed' && end.reason !== 'refused'
  const common = {
    sessionId,
    is_error: isError,
    duration_ms: Math.round(durationMs),
    duration_api_ms: Math.round(apiMilliseconds),
    // Claude Code counts messages from outside, not answers: the prompt and each result of a call.
    num_turns: 1 + calls,
    stop_reason: end.reason === 'completed' ? end.stopReason : null,
    total_cost_usd: costUsd,
    usage: toResultUsage(usage),
    modelUsage,
    permission_denials: denials,
    terminal_reason: terminalReason,
    ...(typeof origin === 'object' && { origin }),
    ...toPromptFields(prompts),
  } as const
  return resultToWire(
    createResultMessage(
      subtype === 'success'
        ? { ...common, subtype, result: end.reason === 'failed' ? end.detail : text }
        : { ...common, subtype, errors: [describeEnd(end)] },
    ),
  )
}

/** A turn in which the model was not asked, or of which nobody knows what it did. */
type EmptyTurn = Pick<EndedTurn, 'sessionId' | 'prompts' | 'spent'>

/** The result of a turn that broke down: what it would have said is lost, what was stored is not. */
export function toBreakdownEvent(turn: EmptyTurn, error: string): WireResultEvent {
  return resultToWire(
    createResultMessage({
      ...toEmptyFields(turn),
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'turn_setup_failed',
      errors: [error],
    }),
  )
}

/** The result of a prompt of nothing but blanks. */
export function toBlankEvent(turn: EmptyTurn): WireResultEvent {
  return resultToWire(
    createResultMessage({
      ...toEmptyFields(turn),
      subtype: 'success',
      is_error: false,
      terminal_reason: 'completed',
      result: '',
    }),
  )
}

function toEmptyFields({ sessionId, prompts, spent }: EmptyTurn) {
  const { costUsd, modelUsage } = sumAnswers(spent)
  return {
    sessionId,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    total_cost_usd: costUsd,
    usage: {},
    modelUsage,
    permission_denials: [],
    ...toPromptFields(prompts),
  } as const
}

function toPromptFields(prompts: readonly UUID[]) {
  return prompts[0] === undefined ? {} : { user_message_uuid: prompts[0], user_message_uuids: prompts }
}

/** How each end is told; an API that refuses is told as an answer, as Claude Code tells it. */
const ENDS: Readonly<Record<QueryEnd['reason'], readonly [ResultSubtype, TerminalReason]>> = {
  completed: ['success', 'completed'],
  refused: ['success', 'completed'],
  failed: ['success', 'api_error'],
  'max-turns': ['error_max_turns', 'max_turns'],
  'max-budget': ['error_during_execution', 'budget_exhausted'],
  interrupted: ['error_during_execution', 'aborted_streaming'],
  'stopped-by-hook': ['error_during_execution', 'hook_stopped'],
}

function readEnd(end: QueryEnd): readonly [ResultSubtype, TerminalReason] {
  const [subtype, terminalReason] = ENDS[end.reason]
  if (end.reason === 'max-budget' && end.kind === 'usd') return ['error_max_budget_usd', terminalReason]
  return [subtype, end.reason === 'failed' && end.code === 'too-large' ? 'prompt_too_long' : terminalReason]
}

/** Why a turn ended, for a person. */
export function describeEnd(end: QueryEnd): string {
  if ('detail' in end) return end.detail
  if (end.reason === 'max-turns') return `Reached maximum number of turns (${end.turns})`
  return end.reason === 'interrupted' ? 'The turn was interrupted.' : 'The turn is complete.'
}
