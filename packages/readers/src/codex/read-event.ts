import type { JsonObject } from '@antiphon/contract'
import { readCount, readObject, readString, readText } from '../json/fields.ts'
import type { ToldChange } from './codex-state.ts'
import { countTokens } from './codex-usage.ts'
import { type CodexWork, writeInnerPatch } from './read-response-item.ts'

/** Translates what only an event tells; what the conversation tells as well is passed over. False for one that is not known. */
export function readEvent(event: JsonObject, work: CodexWork): boolean {
  const { state, write, head } = work
  switch (event.type) {
    case 'token_count': {
      const { totals, usage } = countTokens(event, state.totals)
      state.totals = totals
      // What was copied is counted where it was said first.
      if (usage && !state.isCopy) write.usage(`codex_${head.session}_${totals}`, usage)
      return true
    }
    case 'task_complete':
    case 'turn_complete':
      endTurn(event, work)
      return true
    case 'turn_aborted':
      state.answer = ''
      if (event.reason === 'interrupted') write.interruption()
      return true
    case 'thread_rolled_back':
      takeBack(readCount(event, 'num_turns'), work)
      return true
    case 'exec_command_end':
      noteCall(event, work, { exitCode: readCount(event, 'exit_code') })
      return true
    case 'patch_apply_end':
      if (!noteCall(event, work, { changes: readChanges(event) })) writeInnerPatch(event, work)
      return true
    case 'thread_name_updated':
      nameThread(readString(event, 'thread_name', 'name'), work)
      return true
    case 'error':
    case 'stream_error':
      write.system('informational', { content: readText(event, 'message'), level: 'error' })
      return true
    default:
      return KNOWN_EVENTS.has(String(event.type))
  }
}

/** They repeat what the conversation says, or say what no reader of it asks. */
const KNOWN_EVENTS: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'task_started',
  'turn_started',
  'item_completed',
  'item_started',
  'context_compacted',
  'web_search_end',
  'web_search_begin',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'exec_command_begin',
  'patch_apply_begin',
  'entered_review_mode',
  'exited_review_mode',
  'sub_agent_activity',
  'thread_settings_applied',
  'thread_goal_updated',
  'collab_agent_spawn_end',
  'view_image_tool_call',
])

function endTurn(event: JsonObject, { state, write }: CodexWork): void {
  state.answer = ''
  const problem = readString(readObject(event, 'error'), 'message') ?? readString(event, 'error')
  if (problem !== undefined) write.system('informational', { content: problem, level: 'error' })
  const durationMs = readCount(event, 'duration_ms')
  if (durationMs > 0) write.system('turn_duration', { durationMs })
}

/** The next prompt hangs where the first of the turns that were taken back hung. */
function takeBack(turns: number, { state }: CodexWork): void {
  const at = Math.max(0, state.prompts.length - Math.max(0, turns))
  if (at >= state.prompts.length) return
  state.parent = state.prompts[at] ?? null
  state.prompts.length = at
  state.answer = ''
}

/** False where no call of that id waits: it was made inside of another, by a script. */
function noteCall(event: JsonObject, { state }: CodexWork, more: object): boolean {
  const id = readString(event, 'call_id') ?? ''
  const { [id]: told } = state.told
  if (told) state.told[id] = { ...told, ...more }
  return told !== undefined
}

function readChanges(event: JsonObject): Record<string, ToldChange> {
  const changes: Record<string, ToldChange> = {}
  for (const [path, change] of Object.entries(readObject(event, 'changes'))) {
    const diff = readText(change, 'unified_diff')
    changes[path] = { diff, isNew: diff === '' }
  }
  return changes
}

function nameThread(name: string | undefined, { write }: CodexWork): void {
  if (name !== undefined) write.record('custom-title', { customTitle: name })
}
