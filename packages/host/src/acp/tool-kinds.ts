import type { StopReason, ToolKind } from '@agentclientprotocol/sdk'
import { readString } from '@antiphon/core/message'
import type { WireResultEvent } from '@antiphon/core/wire'

/** Our tools by what they do, in the protocol's words. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  Read: 'read',
  NotebookRead: 'read',
  LS: 'search',
  Glob: 'search',
  Grep: 'search',
  ToolSearch: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Bash: 'execute',
  BashOutput: 'execute',
  KillShell: 'execute',
  WebFetch: 'fetch',
  WebSearch: 'fetch',
  ReadMcpResourceTool: 'fetch',
  TodoWrite: 'think',
  Task: 'think',
  Agent: 'think',
  EnterPlanMode: 'switch_mode',
  ExitPlanMode: 'switch_mode',
}

/** What a tool of ours does, as editors choose their icons by it. */
export function toToolKind(name: string): ToolKind {
  return (Object.hasOwn(KINDS, name) && KINDS[name]) || 'other'
}

/** A call of another agent's tool. */
export type ForeignCall = {
  readonly kind: ToolKind | null | undefined
  readonly name: string | null | undefined
  readonly title: string | null | undefined
  readonly input: Readonly<Record<string, unknown>>
  readonly path: string | undefined
  readonly diff: { readonly oldText: string | null; readonly newText: string } | undefined
}

/** The call as one of our own tools where it does the same, so that it is shown and searched like one; else by its own name. */
export function toOwnCall(call: ForeignCall): { readonly name: string; readonly input: object } {
  const { kind, input, path, diff, title } = call
  switch (kind) {
    case 'execute': {
      const command = readString(input, 'command', 'cmd', 'script') ?? title ?? ''
      return { name: 'Bash', input: { ...input, command } }
    }
    case 'edit':
      if (path === undefined || !diff) break
      return diff.oldText === null
        ? { name: 'Write', input: { file_path: path, content: diff.newText } }
        : {
            name: 'Edit',
            input: {
              file_path: path,
              old_string: diff.oldText,
              new_string: diff.newText,
              replace_all: false,
            },
          }
    case 'read':
      if (path !== undefined) return { name: 'Read', input: { file_path: path } }
      break
    case 'search': {
      const pattern = readString(input, 'pattern', 'query', 'regex')
      if (pattern !== undefined) return { name: 'Grep', input: { ...input, pattern } }
      break
    }
    case 'fetch': {
      const url = readString(input, 'url', 'uri')
      if (url !== undefined) return { name: 'WebFetch', input: { ...input, url } }
    }
  }
  const label = call.name || title || kind || 'tool'
  return { name: toToolName(label), input: path === undefined ? input : { path, ...input } }
}

/** The API takes letters, digits, `_` and `-` in the name of a tool, and 64 of them. */
function toToolName(label: string): string {
  const name = label
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return name.slice(0, 64) || 'tool'
}

/** Why a turn ended, in the protocol's words; a failure is null, since it is told as an error. */
export function toStopReason(result: WireResultEvent): StopReason | null {
  switch (result.terminal_reason) {
    case 'aborted_streaming':
    case 'aborted_tools':
      return 'cancelled'
    case 'max_turns':
      return 'max_turn_requests'
  }
  if (result.subtype === 'error_max_turns') return 'max_turn_requests'
  if (result.is_error) return null
  if (result.stop_reason === 'max_tokens') return 'max_tokens'
  return result.stop_reason === 'refusal' ? 'refusal' : 'end_turn'
}
