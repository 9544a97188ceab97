import { readNumber, readString, readStrings } from '../message/read-field.ts'
import { toolCallTitle } from '../ui/tool-call-title.ts'
import type { NoticeStep } from './turn-step.ts'
import type { WireEvent } from './wire-event.ts'

type Notice = Pick<NoticeStep, 'level' | 'text'>

/** What a person should know of an event that is neither speech nor tool; null for everything else. */
export function toNotice(event: WireEvent): Notice | null {
  switch (event.type) {
    case 'system':
      return toSystemNotice(event)
    case 'tool_use_summary':
      return info(readString(event, 'summary'))
    case 'auth_status':
      return warning(readString(event, 'error'))
    case 'rate_limit_event':
      return toRateLimitNotice(event.rate_limit_info)
    case 'conversation_reset':
      return info('A new conversation begins.')
    case 'control_request':
      return toRequestNotice(event.request)
    default:
      return null
  }
}

function toSystemNotice(event: Extract<WireEvent, { readonly type: 'system' }>): Notice | null {
  switch (event.subtype) {
    case 'informational':
      return event.level === 'warning'
        ? warning(readString(event, 'content'))
        : info(readString(event, 'content'))
    case 'local_command_output':
      return info(readString(event, 'content'))
    case 'notification':
      return info(readString(event, 'text'))
    case 'model_refusal_fallback':
    case 'model_refusal_no_fallback':
      return warning(readString(event, 'content') ?? 'The model refused to answer.')
    case 'permission_denied':
      return warning(
        `${readString(event, 'tool_name') ?? 'A tool'} was denied: ${readString(event, 'message') ?? ''}`,
      )
    case 'compact_boundary':
      return info(`Context compacted${describeTokens(event.compact_metadata)}.`)
    case 'task_updated':
      return toTaskNotice(event.patch)
    case 'status':
      return event.status === 'compacting'
        ? info('Compacting the context.')
        : warning(readString(event, 'compact_error'))
    case 'hook_response':
      return event.outcome === 'error'
        ? warning(
            `Hook ${readString(event, 'hook_name') ?? ''} failed: ${readString(event, 'stderr', 'output') ?? ''}`,
          )
        : null
    case 'plugin_install':
      return event.status === 'failed'
        ? warning(`Plugin ${readString(event, 'name') ?? ''} failed: ${readString(event, 'error') ?? ''}`)
        : null
    case 'mirror_error':
      return warning(`The transcript mirror failed: ${readString(event, 'error') ?? ''}`)
    case 'session_writes_lost':
      return warning(`The disk is full; lost: ${readStrings(event, 'lost').join(', ')}`)
    case 'worker_shutting_down':
      return warning(`The program is shutting down: ${readString(event, 'reason') ?? ''}`)
    default:
      return null
  }
}

/** How a task ends well is told by its notification; one that fails or is killed may have none. */
function toTaskNotice(patch: unknown): Notice | null {
  const status = readString(patch, 'status')
  if (status !== 'failed' && status !== 'killed') return null
  const error = readString(patch, 'error')
  return warning(
    [status === 'failed' ? 'A task failed' : 'A task was killed', error].filter(Boolean).join(': '),
  )
}

function describeTokens(metadata: unknown): string {
  const [before, after] = [readNumber(metadata, 'pre_tokens'), readNumber(metadata, 'post_tokens')]
  if (before === undefined) return ''
  return `, ${before} tokens before${after === undefined ? '' : `, ${after} after`}`
}

function toRateLimitNotice(rateLimit: unknown): Notice | null {
  const status = readString(rateLimit, 'status')
  if (status === undefined || status === 'allowed') return null
  const used = readNumber(rateLimit, 'utilization')
  const resetsAt = readNumber(rateLimit, 'resetsAt')
  const details = [
    readString(rateLimit, 'rateLimitType')?.replaceAll('_', ' '),
    used === undefined ? undefined : `${Math.round(used <= 1 ? used * 100 : used)} % used`,
    resetsAt === undefined ? undefined : `until ${toTime(resetsAt)}`,
  ].filter(Boolean)
  return warning([`Rate limit: ${status.replaceAll('_', ' ')}`, ...details].join(', '))
}

/** Seconds since 1970 as a time; as they are where they are none. */
function toTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().slice(0, 16).replace('T', ' ')
}

/** A turn that waits for a permission looks as if it hung. */
function toRequestNotice(request: unknown): Notice | null {
  if (readString(request, 'subtype') !== 'can_use_tool') return null
  const input = (request as { readonly input?: unknown }).input
  return info(`Asks for permission: ${toolCallTitle(readString(request, 'tool_name') ?? 'tool', input)}`)
}

function info(text: string | undefined): Notice | null {
  return text === undefined ? null : { level: 'info', text }
}

function warning(text: string | undefined): Notice | null {
  return text === undefined ? null : { level: 'warning', text }
}
