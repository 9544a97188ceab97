import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { ChainState } from '../entries/entry-writer.ts'
import { parseJson, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules } from '../tools/tool-rule.ts'

type AntigravityState = ChainState & {
  /** Calls that wait for their steps: their ids, and what they are called there. */
  open: { id: string; tool: string; name: string }[]
  tool: string
}

type AntigravityWork = LineWork<AntigravityState>

const ANTIGRAVITY_TOOLS: ToolRules = {
  run_command: shell('CommandLine'),
  view_file: renamed('Read', { file_path: 'AbsolutePath' }),
  list_dir: renamed('LS', { path: 'DirectoryPath' }),
  list_directory: renamed('LS', { path: 'DirectoryPath' }),
  grep_search: renamed('Grep', { pattern: 'Query', path: 'SearchPath' }),
  find_by_name: renamed('Glob', { pattern: 'Pattern', path: 'SearchDirectory' }),
  write_to_file: renamed('Write', { file_path: 'TargetFile', content: 'CodeContent' }),
  replace_file_content: renamed('Edit', {
    file_path: 'TargetFile',
    old_string: 'TargetContent',
    new_string: 'ReplacementContent',
  }),
  search_web: renamed('WebSearch'),
  read_url_content: renamed('WebFetch', { url: 'Url' }),
  invoke_subagent: renamed('Task'),
}

/** Antigravity: the steps of a conversation; its own store beside them is no text, and is not read. It tells no tokens. */
export const reader: AgentReader = createLineReader<AntigravityState>({
  agent: 'antigravity',
  version: 1,
  find: async place => {
    const { originals, problems } = findFiles(place, {
      depth: 3,
      isLog: (name, folders) =>
        folders[1] === '.system_generated' && /^transcript(?:_full)?\.jsonl$/.test(name),
    })
    // The full one has what the other cuts.
    const whole = originals.filter(
      ({ path }) => path.endsWith('_full.jsonl') || !existsSync(join(dirname(path), 'transcript_full.jsonl')),
    )
    return { originals: whole, problems }
  },
  head: async original => readHead(original),
  beside: ({ path }) => [join(dirname(path), 'transcript.jsonl')],
  begin: chain => ({ ...chain, open: [], tool: '' }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state } = work
    state.time = toIsoTime(line.created_at) ?? state.time
    if (!readStep(line, work)) work.write.unknown(raw())
  },
})

function readHead({ path }: Original): SessionHead | null {
  const [first] = readHeadLines(path)
  if (first === undefined || typeof first.step_index !== 'number') return null
  const session = /[/\\]([^/\\]+)[/\\]\.system_generated[/\\]/.exec(path)?.[1]
  const startedAt = toIsoTime(first.created_at)
  return session === undefined ? null : { session, cwd: '', ...(startedAt !== undefined && { startedAt }) }
}

function readStep(step: JsonObject, work: AntigravityWork): boolean {
  const { write } = work
  const content = readText(step, 'content')
  switch (step.type) {
    case 'USER_INPUT':
      readPrompt(content, work)
      return true
    case 'PLANNER_RESPONSE':
      readAnswer(step, work)
      return true
    case 'CHECKPOINT':
      write.compaction(content)
      return true
    case 'ERROR_MESSAGE':
      write.system('informational', { content, level: 'error' })
      return true
    case 'EPHEMERAL_MESSAGE':
    case 'SYSTEM_MESSAGE':
      if (content !== '') write.context(content)
      return true
    case 'CONVERSATION_HISTORY':
      return true
    default:
      return step.source === 'MODEL' && readResult(step, content, work)
  }
}

/** What was typed stands in a tag, with what the program knows of the editor behind it. */
function readPrompt(content: string, { write }: AntigravityWork): void {
  const wrapped = /^\s*<(USER_REQUEST)>\s*([\s\S]*?)\s*<\/\1>\s*([\s\S]*)$/.exec(content)
  if (wrapped?.[3]) write.context(wrapped[3])
  write.user(wrapped?.[2] ?? content)
}

function readAnswer(step: JsonObject, { state, write, head }: AntigravityWork): void {
  const id = `antigravity_${head.session}_${Number(step.step_index)}`
  const thinking = readText(step, 'thinking')
  if (thinking.trim() !== '') write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
  const text = readText(step, 'content')
  if (text.trim() !== '') write.answer({ id, content: [{ type: 'text', text }] })
  readList(step, 'tool_calls').forEach((call, index) => {
    const tool = readString(call, 'name') ?? 'tool'
    const mapped = mapCall(ANTIGRAVITY_TOOLS, tool, unquote(readObject(call, 'args')))
    const callId = `call_${Number(step.step_index)}_${index}`
    state.open.push({ id: callId, tool, name: mapped.name })
    state.tool = tool
    write.answer({ id, content: [{ type: 'tool_use', id: callId, ...mapped }] })
    state.tool = ''
  })
}

/** Older files have each argument as JSON in a text. */
function unquote(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const inner = typeof value === 'string' && /^["[{\dtfn]/.test(value) ? parseJson(value) : undefined
      return [name, inner === undefined ? value : (inner as JsonObject)]
    }),
  )
}

/** A step of a tool answers the first call of that tool that waits: steps name no calls. */
function readResult(step: JsonObject, content: string, { state, write }: AntigravityWork): boolean {
  const type = String(step.type).toLowerCase()
  const named = state.open.findIndex(({ tool }) => tool.toLowerCase() === type)
  const at = named === -1 ? 0 : named
  const [call] = state.open.splice(at, 1)
  if (!call) return false
  const isError = step.status === 'ERROR' || step.status === 'FAILED'
  const told = call.name === 'Bash' ? { stdout: content, stderr: '', interrupted: false } : undefined
  write.result({ id: call.id, content, isError, told })
  return true
}
