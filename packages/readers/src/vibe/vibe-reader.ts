import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { ChainState } from '../entries/entry-writer.ts'
import { asObject, parseJson, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules, todoList } from '../tools/tool-rule.ts'

type VibeState = ChainState & { open: Record<string, string>; tool: string; lines: number }

type VibeWork = LineWork<VibeState>

const VIBE_TOOLS: ToolRules = {
  bash: shell('command'),
  read_file: renamed('Read', { file_path: 'path' }),
  write_file: renamed('Write', { file_path: 'path' }),
  grep: renamed('Grep'),
  todo: input => (Array.isArray(input.todos) ? todoList('todos')(input) : { name: 'todo', input }),
  task: renamed('Task', { prompt: 'task', subagent_type: 'agent' }),
}

/** Mistral Vibe: messages as the chat API has them, a line each, without times. It tells no tokens. */
export const reader: AgentReader = createLineReader<VibeState>({
  agent: 'vibe',
  version: 2,
  find: async place => findFiles(place, { depth: 4, isLog: name => name === 'messages.jsonl' }),
  head: async original => readHead(original),
  beside: ({ path }) => [join(dirname(path), 'meta.json')],
  begin: chain => ({ ...chain, open: {}, tool: '', lines: 0 }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state, write } = work
    state.lines += 1
    const text = readWords(line.content)
    switch (line.role) {
      case 'user':
        if (line.injected === true) write.context(text)
        else if (text !== '') write.user(text)
        return
      case 'assistant':
        readAnswer(line, text, work)
        return
      case 'tool':
        if (!readResult(line, text, work)) write.unknown(raw())
        return
      case 'system':
        return
      default:
        write.unknown(raw())
    }
  },
})

function readHead({ path }: Original): SessionHead | null {
  const [first] = readHeadLines(path)
  if (readString(first, 'role') === undefined) return null
  const folder = dirname(path)
  const meta = readJsonFile(join(folder, 'meta.json'))
  const owner = basename(dirname(folder)) === 'agents' ? basename(dirname(dirname(folder))) : undefined
  const made = statSync(path, { throwIfNoEntry: false })?.birthtime
  const startedAt =
    toIsoTime(asObject(meta).start_time) ?? (made && made.getTime() > 0 ? made.toISOString() : undefined)
  return {
    session: readString(meta, 'session_id') ?? basename(folder),
    cwd: readString(readObject(meta, 'environment'), 'working_directory') ?? readString(meta, 'cwd') ?? '',
    ...(owner !== undefined && { owner }),
    ...(startedAt !== undefined && { startedAt }),
  }
}

function readWords(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(part => readText(part, 'text'))
    .join('')
}

function readAnswer(line: JsonObject, text: string, { state, write, head }: VibeWork): void {
  const id = `vibe_${readString(line, 'message_id') ?? `${head.session}_${state.lines}`}`
  const thinking = readText(line, 'reasoning_content')
  if (thinking.trim() !== '') write.answer({ id, content: [{ type: 'thinking', thinking, signature: '' }] })
  if (text.trim() !== '') write.answer({ id, content: [{ type: 'text', text }] })
  for (const call of readList(line, 'tool_calls')) {
    const called = readObject(call, 'function')
    const name = readString(called, 'name') ?? 'tool'
    const callId = readString(call, 'id') ?? ''
    const given = parseJson(readText(called, 'arguments'))
    const mapped = mapCall(
      VIBE_TOOLS,
      name,
      given === undefined ? { input: readText(called, 'arguments') } : asObject(given),
    )
    state.open[callId] = mapped.name
    state.tool = name
    write.answer({ id, content: [{ type: 'tool_use', id: callId, ...mapped }] })
    state.tool = ''
  }
}

/** False for one whose call is not there. */
function readResult(line: JsonObject, text: string, { state, write }: VibeWork): boolean {
  const [first] = Object.keys(state.open)
  // Where no call is named results come in the order of the calls.
  const id = readString(line, 'tool_call_id') ?? first
  if (id === undefined || !(id in state.open)) return false
  const told = state.open[id] === 'Bash' ? { stdout: text, stderr: '', interrupted: false } : undefined
  delete state.open[id]
  write.result({ id, content: text, isError: /^<tool_error>/.test(text), told })
  return true
}
