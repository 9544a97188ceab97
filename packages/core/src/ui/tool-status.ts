import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import { AUTO_MODE_REJECTION_PREFIX, SUBAGENT_REJECT_MESSAGE } from '../message/rejection-texts.ts'
import {
  CANCEL_MESSAGE,
  INTERRUPT_MESSAGE,
  REJECT_MESSAGE,
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
} from '../message/synthetic-texts.ts'
import { readContentBlocks } from './message-content.ts'
import type { NormalizedMessage } from './normalize-messages.ts'

/** How a tool call stands: a denied one never ran, an interrupted one has no result of its own. */
export type ToolStatus = 'running' | 'done' | 'failed' | 'denied' | 'interrupted'

/** Judges a call by its result; without one it is interrupted where the conversation has gone on (`isOver`). */
export function toolStatus(result: NormalizedMessage | undefined, isOver: boolean): ToolStatus {
  if (!result) return isOver ? 'interrupted' : 'running'
  if (isDenied(result)) return 'denied'
  if (isInterruptedByTool(result)) return 'interrupted'
  const block: unknown = readContentBlocks(result)[0]
  if (!isErrorBlock(block)) return 'done'
  const text = headOfText(block)
  if (DENIALS.some(denial => denial.test(text))) return 'denied'
  if (INTERRUPTIONS.some(start => text.startsWith(start))) return 'interrupted'
  return 'failed'
}

/** True for the result that only says that a subagent was started; its work goes on behind it. */
export function isLaunchedOnly(result: unknown): boolean {
  const output = isObject(result) ? result.toolUseResult : undefined
  return isObject(output) && (output.isAsync === true || output.status === 'async_launched')
}

// The texts differ from version to version after their first sentence.
const DENIALS: readonly RegExp[] = [
  startsWith(firstSentence(REJECT_MESSAGE)),
  startsWith(firstSentence(SUBAGENT_REJECT_MESSAGE)),
  startsWith(AUTO_MODE_REJECTION_PREFIX),
  /^Permission to use .{1,200} has been denied/s,
  /^Claude requested permissions? to .{1,400} but you haven't granted it/s,
]

const INTERRUPTIONS: readonly string[] = [
  INTERRUPT_MESSAGE.slice(0, -1),
  firstSentence(CANCEL_MESSAGE),
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
]

function isDenied(result: unknown): boolean {
  if (readString(result, 'toolDenialKind') !== undefined) return true
  const decision = isObject(result) ? result.permissionDecision : undefined
  return readString(decision, 'decision') === 'reject'
}

function isInterruptedByTool(result: unknown): boolean {
  return isObject(result) && isObject(result.toolUseResult) && result.toolUseResult.interrupted === true
}

function isErrorBlock(block: unknown): boolean {
  if (!isObject(block)) return false
  // Tools that the API runs say so in the type of their content, such as `web_search_tool_result_error`.
  return block.is_error === true || readString(block.content, 'type')?.endsWith('_error') === true
}

function headOfText(block: unknown): string {
  const first: unknown = readContentBlocks(block)[0]
  return readString(first, 'text')?.trimStart() ?? ''
}

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('. ') + 1)
}

function startsWith(text: string): RegExp {
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}
