import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'

/** What a result says, as text, and whether it is a failure. */
export type WireCallOutcome = { readonly text: string; readonly isError: boolean }

/** Reads the result of a tool, whoever carried it out: a string, blocks, or a server tool's own object. */
export function readToolOutcome(block: object): WireCallOutcome {
  const { content, is_error } = block as { readonly content?: unknown; readonly is_error?: unknown }
  return { text: toText(content), isError: is_error === true || isServerToolError(content) }
}

function toText(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content]
  return parts
    .map(toPartText)
    .filter(text => text !== '')
    .join('\n')
}

function toPartText(part: unknown): string {
  if (typeof part === 'string') return part
  if (!isObject(part)) return ''
  const text = readString(part, 'text', 'stdout', 'stderr', 'error_code', 'title', 'tool_name')
  return text ?? (typeof part.type === 'string' ? `[${part.type}]` : '')
}

/** Server tools say `web_search_tool_result_error` where others say `is_error`. */
function isServerToolError(content: unknown): boolean {
  return readString(content, 'type')?.endsWith('_error') ?? false
}
