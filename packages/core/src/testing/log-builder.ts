import type { ContentBlock } from '@antiphon/contract'
import type { TranscriptEntry } from '../log/transcript-entry.ts'
import { EMPTY_USAGE } from '../message/usage.ts'

const TIMESTAMP = '2026-01-01T00:00:00.000Z'

/** What every entry of a test log has; `link` is its uuid and its parent's. */
function envelope(uuid: string, parentUuid: string | null) {
  return {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev',
    sessionId: 'session',
    version: '2.1.0',
    uuid,
    timestamp: TIMESTAMP,
  }
}

type Extra = Readonly<Record<string, unknown>>

// A test may put any field into an entry, as a file may; the reader takes nothing on trust.
function toEntry(fields: Extra): TranscriptEntry {
  return fields as TranscriptEntry
}

/** A prompt. */
export function prompt(uuid: string, parentUuid: string | null, extra: Extra = {}): TranscriptEntry {
  const message = { role: 'user', content: `prompt ${uuid}` }
  return toEntry({ ...envelope(uuid, parentUuid), type: 'user', message, ...extra })
}

/** One block of an answer, or several; the message id is the uuid unless `extra` says otherwise. */
export function answer(
  uuid: string,
  parentUuid: string | null,
  options: { readonly id?: string; readonly calls?: readonly string[]; readonly extra?: Extra } = {},
): TranscriptEntry {
  const calls = (options.calls ?? []).map(id => ({ type: 'tool_use', id, name: 'Read', input: {} }))
  const content = calls.length > 0 ? calls : [{ type: 'text', text: `answer ${uuid}` }]
  const message = {
    id: options.id ?? `msg_${uuid}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: EMPTY_USAGE,
  }
  return toEntry({ ...envelope(uuid, parentUuid), type: 'assistant', message, ...options.extra })
}

/** The result of a call. */
export function result(
  uuid: string,
  parentUuid: string | null,
  call: string,
  extra: Extra = {},
): TranscriptEntry {
  const content: ContentBlock[] = [{ type: 'tool_result', tool_use_id: call, content: `result ${uuid}` }]
  const message = { role: 'user', content }
  return toEntry({
    ...envelope(uuid, parentUuid),
    type: 'user',
    message,
    toolUseResult: { ok: true },
    ...extra,
  })
}

export function attachment(uuid: string, parentUuid: string | null, extra: Extra = {}): TranscriptEntry {
  const note = { type: 'hook_success', hookName: 'PostToolUse', content: uuid }
  return toEntry({ ...envelope(uuid, parentUuid), type: 'attachment', attachment: note, ...extra })
}

export function progress(uuid: string, parentUuid: string | null): TranscriptEntry {
  return toEntry({ ...envelope(uuid, parentUuid), type: 'progress', data: { type: 'hook_progress' } })
}

/** A compact boundary behind `logicalParentUuid`. */
export function boundary(
  uuid: string,
  logicalParentUuid: string | null,
  compactMetadata: Extra = {},
): TranscriptEntry {
  const metadata = { trigger: 'auto', preTokens: 1000, ...compactMetadata }
  const fields = {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    logicalParentUuid,
  }
  return toEntry({ ...envelope(uuid, null), ...fields, compactMetadata: metadata })
}

/** The summary that follows a boundary. */
export function summary(uuid: string, parentUuid: string): TranscriptEntry {
  return prompt(uuid, parentUuid, { isCompactSummary: true, isVisibleInTranscriptOnly: true })
}

/** The uuids of entries, in order. */
export function uuidsOf(entries: readonly TranscriptEntry[]): readonly string[] {
  return entries.map(entry => entry.uuid)
}

/** An entry as a line in the order of keys in which Claude Code writes it. */
export function layOut(entry: TranscriptEntry, extra: Extra = {}): string {
  const { parentUuid, isSidechain, userType, cwd, sessionId, version, type, uuid, timestamp, ...rest } = entry
  const { message, toolUseResult, ...others } = rest as Extra
  const head = { parentUuid, isSidechain, userType, cwd, sessionId, version }
  const identity = { uuid, timestamp, toolUseResult, ...others, ...extra }
  return JSON.stringify(
    type === 'assistant'
      ? { ...head, message, requestId: 'req', type, ...identity }
      : { ...head, type, message, ...identity },
  )
}
