import { isObject, type JsonObject } from '@antiphon/contract'
import { type Entry, normalizeAttachmentForAPI } from '@antiphon/core'
import { AGENT_LINE, AGENT_SOURCE, AGENT_USAGE, isForeignAgent, isTranscriptEntry } from '@antiphon/core/log'
import type { ConversionTarget } from './conversion-target.ts'
import type { ReportSessionLoss } from './session-loss.ts'

export type ConvertEntryOptions = {
  readonly target: ConversionTarget
  /** The session that is gone on with, and the one that it becomes. */
  readonly from: string
  readonly sessionId: string
  /** Where the new session works. */
  readonly cwd: string
  /** The version that its lines name where a foreign agent's stood. */
  readonly version: string
  readonly report: ReportSessionLoss
}

type Fields = Readonly<Record<string, unknown>>

/** A line of the original as one of the new session, with what was said as it was; null where it stays behind. */
export function convertEntry(entry: Entry, options: ConvertEntryOptions): Entry | null {
  const fields: Fields = entry
  const { from, sessionId, report } = options
  // What it says is in the new session's own first line.
  if (fields.type === AGENT_SOURCE) return null
  const left = LEFT_BEHIND.get(fields.type)
  if (left) {
    report({ rule: left, action: 'dropped', uuid: null, detail: placeOf(fields) })
    return null
  }
  const moved = {
    ...fields,
    ...(typeof fields.sessionId === 'string' && { sessionId }),
    ...(typeof fields.session_id === 'string' && { session_id: sessionId }),
  }
  if (!isTranscriptEntry(entry)) return moved
  const { uuid } = fields
  return {
    ...moved,
    ...(typeof uuid === 'string' && { forkedFrom: { sessionId: from, messageUuid: uuid } }),
    ...toEnvelope(fields, options),
    ...convertPayload(entry, options),
  } as Entry
}

const LEFT_BEHIND: ReadonlyMap<unknown, 'usage' | 'unknown-line'> = new Map([
  [AGENT_USAGE, 'usage'],
  [AGENT_LINE, 'unknown-line'],
])

function placeOf({ originalAt }: Fields): string {
  return originalAt === undefined ? 'a record' : `at ${String(originalAt)} of the original`
}

/** Who writes the session from now on: a log is of the agent that its lines name. */
function toEnvelope(fields: Fields, { target, cwd, version, sessionId }: ConvertEntryOptions): JsonObject {
  return {
    sessionId,
    cwd,
    ...((isForeignAgent(fields.entrypoint) || typeof fields.version !== 'string') && { version }),
    entrypoint: ENTRYPOINTS[target],
    userType: typeof fields.userType === 'string' ? fields.userType : 'external',
  }
}

const ENTRYPOINTS: Readonly<Record<ConversionTarget, string>> = { claude: 'cli', antiphon: 'antiphon' }

function convertPayload(
  entry: Entry & { readonly type: string },
  { target, report }: ConvertEntryOptions,
): JsonObject | null {
  const fields: Fields = entry
  const uuid = typeof fields.uuid === 'string' ? fields.uuid : null
  if (fields.type === 'assistant') {
    const { message } = fields
    if (!isObject(message) || (typeof message.model === 'string' && message.model !== '')) return null
    const model = isForeignAgent(fields.entrypoint) ? fields.entrypoint : UNKNOWN_MODEL
    report({ rule: 'model', action: 'replaced', uuid, detail: `the model is called ${model}` })
    return { message: { ...message, model } as JsonObject }
  }
  if (target !== 'claude') return null
  if (fields.type === 'attachment') return convertAttachment(entry, report)
  const { toolUseResult } = fields
  if (toolUseResult === undefined || !isForeignAgent(fields.entrypoint) || isPrinted(toolUseResult))
    return null
  report({ rule: 'result-form', action: 'carried', uuid, detail: 'toolUseResult' })
  return { toolUseResult: undefined, originalResult: toolUseResult } as unknown as JsonObject
}

/** What a command printed is stored alike by all. */
function isPrinted(result: unknown): boolean {
  return isObject(result) && typeof result.stdout === 'string' && typeof result.stderr === 'string'
}

function convertAttachment(entry: Entry, report: ReportSessionLoss): JsonObject | null {
  const { attachment, uuid }: Fields = entry
  const type = isObject(attachment) ? attachment.type : undefined
  if (typeof type !== 'string' || !OWN_ATTACHMENTS.has(type)) return null
  const text = normalizeAttachmentForAPI(entry as Parameters<typeof normalizeAttachmentForAPI>[0])
  const name = typeof uuid === 'string' ? uuid : null
  report({ rule: 'attachment', action: text ? 'replaced' : 'carried', uuid: name, detail: type })
  return text && ({ type: 'user', isMeta: true, message: text.message } as unknown as JsonObject)
}

const UNKNOWN_MODEL = 'unknown'

/** Kinds that we write and Claude Code passes over (docs/formats.md, Several people). */
const OWN_ATTACHMENTS: ReadonlySet<string> = new Set(['peer_prompt', 'peer_answer', 'peer_edit'])
