import { basename } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { ChainState } from '../entries/entry-writer.ts'
import { asObject, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

type KiroState = ChainState & { open: Record<string, string>; tool: string }

type KiroWork = LineWork<KiroState>

const KIRO_TOOLS: ToolRules = {
  shell: shell('command'),
  execute_bash: shell('command'),
  read: renamed('Read', { file_path: 'path' }),
  fs_read: renamed('Read', { file_path: 'path' }),
  write: renamed('Write', { file_path: 'path' }),
  glob: renamed('Glob'),
  grep: renamed('Grep'),
  todo_list: input => (Array.isArray(input.tasks) ? todoList('tasks')(input) : { name: 'todo_list', input }),
}

const toBesidePath = (path: string): string => path.replace(/\.jsonl$/, '.json')
const beside = ({ path }: Original): unknown => readJsonFile(toBesidePath(path))

/** Kiro's command line: a journal, with what is known of the session in a file beside it. It tells no tokens. */
export const reader: AgentReader = createLineReader<KiroState>({
  agent: 'kiro',
  version: 2,
  find: async place => findFiles(place, { depth: 0, isLog: name => name.endsWith('.jsonl') }),
  head: async original => readHead(original),
  beside: ({ path }) => [toBesidePath(path)],
  begin: chain => ({ ...chain, open: {}, tool: '' }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state, write } = work
    const data = readObject(line, 'data')
    // Only prompts tell a time.
    state.time = toIsoTime(readObject(data, 'meta').timestamp) ?? state.time
    switch (line.kind) {
      case 'Prompt': {
        const text = readWords(data)
        if (text !== '') write.user(text)
        return
      }
      case 'AssistantMessage':
        readAnswer(data, work)
        return
      case 'ToolResults':
        for (const block of readList(data, 'content'))
          if (!readResult(readObject(block, 'data'), work)) write.unknown(block as JsonObject)
        return
      case 'Clear':
        write.compaction('The conversation was cleared.')
        return
      default:
        write.unknown(raw())
    }
  },
})

function readHead(original: Original): SessionHead | null {
  const [first] = readHeadLines(original.path)
  if (first === undefined || readString(first, 'kind') === undefined) return null
  const about = beside(original)
  const model = readString(readObject(about, 'session_state'), 'model')
  const parent = readString(about, 'parent_session_id')
  const isSubagent = asObject(about).session_created_reason === 'subagent' && parent !== undefined
  const startedAt =
    toIsoTime(asObject(about).created_at) ??
    toIsoTime(readObject(readObject(first, 'data'), 'meta').timestamp)
  const cwd = readString(about, 'cwd') ?? ''
  return {
    session: readString(about, 'session_id') ?? basename(original.path, '.jsonl'),
    cwd: cwd.startsWith('/') || /^[A-Za-z]:/.test(cwd) ? cwd : '',
    ...(model !== undefined && { version: model }),
    ...(isSubagent && { owner: parent }),
    ...(!isSubagent && parent !== undefined && { forkedFrom: parent }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

function readWords(data: JsonObject): string {
  return readList(data, 'content')
    .filter(block => asObject(block).kind === 'text')
    .map(block => readText(block, 'data'))
    .join('\n')
}

function readAnswer(data: JsonObject, { state, write }: KiroWork): void {
  const id = `kiro_${readString(data, 'message_id') ?? ''}`
  for (const block of readList(data, 'content')) {
    const { kind } = asObject(block)
    const text = readText(block, 'data')
    if (kind === 'text' && text.trim() !== '') write.answer({ id, content: [{ type: 'text', text }] })
    else if (kind === 'thinking') {
      const thinking = text || readText(readObject(block, 'data'), 'text')
      if (thinking !== '') write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
    } else if (kind === 'toolUse') {
      const call = readObject(block, 'data')
      const name = readString(call, 'name') ?? 'tool'
      const callId = readString(call, 'toolUseId') ?? ''
      const mapped = mapCall(KIRO_TOOLS, name, readObject(call, 'input'))
      state.open[callId] = mapped.name
      state.tool = name
      write.answer({ id, content: [{ type: 'tool_use', id: callId, ...mapped }] })
      state.tool = ''
    }
  }
}

/** False for one whose call is not there. */
function readResult(result: JsonObject, { state, write }: KiroWork): boolean {
  const id = readString(result, 'toolUseId') ?? ''
  const { [id]: name } = state.open
  if (name === undefined) return false
  delete state.open[id]
  const parts = readList(result, 'content')
  const streams = parts.map(part => readObject(part, 'data')).find(data => typeof data.stdout === 'string')
  const content = streams
    ? [readText(streams, 'stdout'), readText(streams, 'stderr')].filter(Boolean).join('\n')
    : parts.map(part => readText(part, 'data') || JSON.stringify(asObject(part).data ?? '')).join('\n')
  const told =
    name === 'Bash'
      ? {
          stdout: readText(streams, 'stdout') || content,
          stderr: readText(streams, 'stderr'),
          interrupted: false,
        }
      : undefined
  write.result({ id, content, isError: result.status !== undefined && result.status !== 'success', told })
  return true
}
