import { isObject } from '@antiphon/contract'
import type { Answer } from '../simulated-model.ts'
import type { ScriptReply, ShortReply } from './script-reply.ts'

/** The replies of a script file (a JSON array, or one reply a line), or what is wrong with it and where. */
export function parseScript(
  text: string,
): { readonly replies: readonly ScriptReply[] } | { readonly problem: string } {
  const values = parseValues(text)
  if ('problem' in values) return values
  const replies: ScriptReply[] = []
  for (const [index, value] of values.values.entries()) {
    const problem = findProblem(value)
    if (problem !== null) return { problem: `reply ${index + 1}: ${problem}` }
    // Just checked.
    replies.push(value as string | ShortReply | Answer)
  }
  return { replies }
}

function parseValues(text: string): { readonly values: readonly unknown[] } | { readonly problem: string } {
  try {
    const whole: unknown = JSON.parse(text)
    return { values: Array.isArray(whole) ? whole : [whole] }
  } catch {
    return parseLines(text)
  }
}

function parseLines(text: string): { readonly values: readonly unknown[] } | { readonly problem: string } {
  const values: unknown[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      values.push(JSON.parse(line))
    } catch (error) {
      return { problem: `line ${index + 1} is no JSON: ${error instanceof Error ? error.message : ''}` }
    }
  }
  return { values }
}

function findProblem(value: unknown): string | null {
  if (typeof value === 'string') return null
  if (!isObject(value)) return 'it must be a text or an object'
  for (const [field, type] of Object.entries(FIELD_TYPES))
    if (value[field] !== undefined && typeof value[field] !== type) return `${field} must be a ${type}`
  if (value.blocks !== undefined)
    return Array.isArray(value.blocks) &&
      value.blocks.every(block => isObject(block) && typeof block.type === 'string')
      ? null
      : 'blocks must be a list of content blocks'
  if (value.calls === undefined)
    return value.text === undefined && value.thinking === undefined ? NOTHING : null
  return Array.isArray(value.calls) && value.calls.every(isCall)
    ? null
    : 'calls must be a list of {"name": …, "input": {…}}'
}

function isCall(call: unknown): boolean {
  return isObject(call) && typeof call.name === 'string' && (call.input === undefined || isObject(call.input))
}

const NOTHING = 'it says nothing: give text, thinking, calls or blocks'

const FIELD_TYPES: Readonly<Record<string, 'string' | 'number'>> = {
  text: 'string',
  thinking: 'string',
  stopReason: 'string',
  stopSequence: 'string',
  outputTokens: 'number',
  delay: 'number',
  pace: 'number',
}
