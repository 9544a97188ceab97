import { isObject } from '@antiphon/contract'
import { readArray, readNumber, readString, readStrings } from '../message/read-field.ts'
import type { SystemSubtype } from '../message/system-message.ts'
import { formatDuration } from './format-duration.ts'
import { oneLine } from './one-line.ts'

/** What a system message says to a person, on one line that is safe to print; any value, any subtype. */
export function systemMessageText(message: unknown): string {
  const subtype = readString(message, 'subtype') ?? 'informational'
  const describe = Object.hasOwn(TEXTS, subtype) ? TEXTS[subtype as SystemSubtype] : content
  const name = subtype.replaceAll('_', ' ')
  // What is said may hold nothing that can be seen; the name of the subtype always does, or ours for it.
  return oneLine(describe(message) ?? content(message) ?? name, 300) || oneLine(name, 300) || 'system message'
}

type Describe = (message: unknown) => string | undefined

const content: Describe = message =>
  readString(message, 'content') ??
  readString(isObject(message) ? message.message : undefined, 'content') ??
  readString(isObject(message) ? message.error : undefined, 'formatted', 'message')

const TEXTS: Readonly<Record<SystemSubtype, Describe>> = {
  init: message => join('Session started', readString(message, 'model'), readString(message, 'cwd')),
  informational: content,
  local_command: localCommand,
  permission_retry: message => content(message) ?? join('Allowed', ...readStrings(message, 'commands')),
  bridge_status: message =>
    content(message) ?? join('Remote control', readString(message, 'url', 'bridgeUrl')),
  scheduled_task_fire: content,
  stop_hook_summary: stopHooks,
  turn_duration: message => span('Turn took', readNumber(message, 'durationMs')),
  away_summary: content,
  memory_saved: message => join('Saved memory', ...readStrings(message, 'writtenPaths')),
  agents_killed: message => join('Ended subagents', ...readStrings(message, 'agentIds')),
  api_metrics: apiMetrics,
  api_error: apiError,
  compact_boundary: compactBoundary,
  microcompact_boundary: microcompactBoundary,
  snip_boundary: message =>
    join(content(message) ?? 'Messages dropped', plural(snipCount(message), 'message')),
  model_refusal_fallback: message =>
    content(message) ??
    `${readString(message, 'originalModel') ?? 'The model'} refused; ${readString(message, 'fallbackModel') ?? 'another model'} answered`,
}

function join(label: string, ...parts: readonly (string | undefined)[]): string {
  const heads = parts.filter(part => part !== undefined).slice(0, 8)
  return heads.length > 0 ? `${label}: ${heads.map(part => oneLine(part)).join(', ')}` : label
}

function span(label: string, milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : `${label} ${formatDuration(milliseconds)}`
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function localCommand(message: unknown): string | undefined {
  const text = content(message)
  return text && oneLine(text, 2000).replace(/<[^<>]{1,80}>/g, ' ')
}

function stopHooks(message: unknown): string {
  const hooks = readArray(message, 'hookInfos')
  const errors = readStrings(message, 'hookErrors')
  const ran = `Ran ${plural(readNumber(message, 'hookCount') ?? hooks.length, 'stop hook')}`
  const reason = readString(message, 'stopReason')
  const prevented = isObject(message) && message.preventedContinuation === true
  const stopped = prevented ? join('; stopped the agent', reason) : ''
  return `${ran}${errors.length > 0 ? join('; errors', ...errors) : ''}${stopped}`
}

function apiMetrics(message: unknown): string {
  const first = span('first token after', readNumber(message, 'ttftMs'))
  const speed = readNumber(message, 'otps')
  return join('API', first, speed === undefined ? undefined : `${speed.toFixed(1)} tokens a second`)
}

function apiError(message: unknown): string {
  const error = isObject(message) ? message.error : undefined
  const nested = isObject(error) ? error.error : undefined
  const reason =
    readString(error, 'formatted', 'message') ?? readString(nested, 'message') ?? content(message)
  const attempt = readNumber(message, 'retryAttempt')
  const limit = readNumber(message, 'maxRetries')
  const counted =
    attempt === undefined ? '' : `, attempt ${attempt}${limit === undefined ? '' : ` of ${limit}`}`
  const wait = span('; again in', readNumber(message, 'retryInMs')) ?? ''
  return `${join('API error', reason)}${counted}${wait}`
}

function compactBoundary(message: unknown): string {
  const metadata = isObject(message) ? message.compactMetadata : undefined
  const tokens = readNumber(metadata, 'preTokens')
  return join(
    content(message) ?? 'Conversation compacted',
    readString(metadata, 'trigger'),
    tokens === undefined ? undefined : plural(tokens, 'token'),
  )
}

function microcompactBoundary(message: unknown): string {
  const metadata = isObject(message) ? message.microcompactMetadata : undefined
  const saved = readNumber(metadata, 'tokensSaved')
  return join(
    content(message) ?? 'Context microcompacted',
    saved === undefined ? undefined : `${plural(saved, 'token')} saved`,
  )
}

function snipCount(message: unknown): number {
  return readArray(isObject(message) ? message.snipMetadata : undefined, 'removedUuids').length
}
