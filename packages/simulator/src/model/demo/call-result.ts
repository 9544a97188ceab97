import type { ContentBlock, ToolResultBlock } from '@antiphon/contract'
import {
  AUTO_MODE_REJECTION_PREFIX,
  CANCEL_MESSAGE,
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
} from '@antiphon/core'
import { withoutTag } from './person-text.ts'

/** What came of a call. `rejected`: somebody or some rule did not want it. */
export type CallResult = {
  readonly status: 'ok' | 'error' | 'rejected'
  readonly text: string
  /** What the person said when they refused. */
  readonly reason?: string
}

/** Reads a result block: its words, and whether it went well. */
export function readCallResult(block: ToolResultBlock): CallResult {
  const raw = typeof block.content === 'string' ? block.content : toText(block.content)
  const text = withoutTag(raw, 'system-reminder').replace(ERROR_TAGS, '').trim()
  if (REJECTIONS.some(start => text.startsWith(start)) || DENIED.test(text)) {
    const reason = text.startsWith(REJECT_MESSAGE_WITH_REASON_PREFIX)
      ? text.slice(REJECT_MESSAGE_WITH_REASON_PREFIX.length).trim()
      : ''
    return { status: 'rejected', text, ...(reason !== '' && { reason }) }
  }
  return { status: block.is_error === true || raw.startsWith('<tool_use_error>') ? 'error' : 'ok', text }
}

const ERROR_TAGS = /<\/?tool_use_error>/g
const DENIED = /^Permission to use \S+ (?:with command .* )?has been denied/

const REJECTIONS: readonly string[] = [
  REJECT_MESSAGE,
  CANCEL_MESSAGE,
  SUBAGENT_REJECT_MESSAGE,
  AUTO_MODE_REJECTION_PREFIX,
].map(text => text.slice(0, text.indexOf('.')))

function toText(blocks: unknown): string {
  if (!Array.isArray(blocks)) return ''
  // The contract has looked at the request: what is in a result is a block.
  return (blocks as readonly ContentBlock[])
    .map(block => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n')
}
