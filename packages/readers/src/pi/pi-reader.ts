import type { JsonObject } from '@antiphon/contract'
import type { ChainState } from '../entries/entry-writer.ts'
import { toImageOf } from '../entries/image-block.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules } from '../tools/tool-rule.ts'

type PiState = ChainState & {
  /** The last entry that each line of the file became, by the line's id: branches hang on them. */
  after: Record<string, string | null>
  /** Our names of calls that wait for their results. */
  open: Record<string, string>
  tool: string
  /** How many lines came: an old file has no ids. */
  lines: number
}

type PiWork = LineWork<PiState>

const PI_TOOLS: ToolRules = {
  bash: shell('command'),
  read: renamed('Read', { file_path: 'path' }),
  write: renamed('Write', { file_path: 'path' }),
  edit: renamed('Edit', { file_path: 'path', old_string: 'oldText', new_string: 'newText' }),
  grep: renamed('Grep'),
  find: renamed('Glob'),
  ls: renamed('LS'),
}

/** pi: a tree of lines a session; the newest line is where the conversation stands. */
export const reader: AgentReader = createLineReader<PiState>({
  agent: 'pi',
  version: 2,
  find: async place => findFiles(place, { depth: 2, isLog: name => name.endsWith('.jsonl') }),
  head: async original => readHead(original),
  begin: chain => ({ ...chain, after: {}, open: {}, tool: '', lines: 0 }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state } = work
    state.time = toIsoTime(line.timestamp) ?? state.time
    const id = readString(line, 'id')
    const parent = readString(line, 'parentId')
    if (line.type !== 'session' && id !== undefined)
      state.parent = parent === undefined ? null : (state.after[parent] ?? state.parent)
    state.lines += 1
    if (!readLine(line, work)) work.write.unknown(raw())
    if (id !== undefined && line.type !== 'session') state.after[id] = state.parent
    state.tool = ''
  },
})

function readHead({ path }: Original): SessionHead | null {
  const [first] = readHeadLines(path, HEAD_BYTES)
  // Where the first line is damaged the file's name still tells the session.
  const named = first?.type === 'message' ? /_([\w-]+)\.jsonl$/.exec(path)?.[1] : undefined
  const session = first?.type === 'session' ? readString(first, 'id') : named
  if (first === undefined || session === undefined) return null
  const startedAt = toIsoTime(first.timestamp)
  const forkedFrom = readString(first, 'parentSession')
  return {
    session,
    cwd: readString(first, 'cwd') ?? '',
    version: `v${readCount(first, 'version') || 1}`,
    ...(startedAt !== undefined && { startedAt }),
    ...(forkedFrom !== undefined && { forkedFrom: /([\w-]+)\.jsonl$/.exec(forkedFrom)?.[1] ?? forkedFrom }),
  }
}

const HEAD_BYTES = 64 * 1024

function readLine(line: JsonObject, work: PiWork): boolean {
  const { state, write } = work
  switch (line.type) {
    case 'session':
      state.model = readString(line, 'modelId') ?? state.model
      return true
    case 'message':
      return readMessage(readObject(line, 'message'), readString(line, 'id'), work)
    case 'model_change':
      state.model = readString(line, 'modelId', 'model') ?? state.model
      return true
    case 'compaction':
      write.compaction(readText(line, 'summary'), { preTokens: readCount(line, 'tokensBefore') })
      return true
    case 'branch_summary':
      write.context(readText(line, 'summary'))
      return true
    case 'custom_message':
      write.context(readWords(line.content))
      return true
    case 'session_info':
      if (readString(line, 'name') !== undefined)
        write.record('custom-title', { customTitle: readText(line, 'name') })
      return true
    case 'label':
      if (readString(line, 'label') !== undefined) write.record('tag', { tag: readText(line, 'label') })
      return true
    case 'usage':
      write.usage(
        `pi_${readString(line, 'id') ?? state.lines}`,
        toUsage(readObject(line, 'usage')),
        readString(line, 'model'),
      )
      return true
    case 'thinking_level_change':
    case 'custom':
    case 'context_edit':
      return true
    default:
      return false
  }
}

function readMessage(message: JsonObject, id: string | undefined, work: PiWork): boolean {
  const { state, write } = work
  state.time = toIsoTime(message.timestamp) ?? state.time
  switch (message.role) {
    case 'user':
      write.user(toContent(message.content))
      return true
    case 'assistant':
      readAnswer(message, id, work)
      return true
    case 'toolResult':
      return readResult(message, work)
    case 'bashExecution':
      readShell(message, work)
      return true
    case 'system':
      return true
    case 'custom':
    case 'branchSummary':
      write.context(readWords(message.content) || readText(message, 'summary'))
      return true
    case 'compactionSummary':
      write.compaction(readText(message, 'summary'), { preTokens: readCount(message, 'tokensBefore') })
      return true
    default:
      return false
  }
}

function readAnswer(message: JsonObject, id: string | undefined, work: PiWork): void {
  const { state, write, head } = work
  const name = readString(message, 'responseId') ?? `pi_${id ?? `${head.session}_${state.lines}`}`
  const model = readString(message, 'responseModel', 'model') ?? state.model
  const usage = toUsage(readObject(message, 'usage'))
  const stop = toStop(message.stopReason)
  let isTold = false
  const put = (block: JsonObject): void => {
    write.answer({ id: name, model, stop, usage, content: [block] })
    isTold = true
  }
  for (const block of readList(message, 'content')) {
    const { type } = asObject(block)
    if (type === 'text' && readText(block, 'text') !== '')
      put({ type: 'text', text: readText(block, 'text') })
    else if (type === 'thinking' && readText(block, 'thinking') !== '')
      put({ type: 'thinking', thinking: readText(block, 'thinking'), signature: '' })
    else if (type === 'toolCall') {
      const call = readString(block, 'id') ?? ''
      const tool = readString(block, 'name') ?? 'tool'
      const mapped = mapCall(PI_TOOLS, tool, readObject(block, 'arguments'))
      state.tool = tool
      state.open[call] = mapped.name
      put({ type: 'tool_use', id: call, ...mapped })
      state.tool = ''
    }
  }
  // An answer of which nothing came still cost what it cost.
  if (!isTold) write.usage(name, usage, model)
  const problem = readString(message, 'errorMessage')
  if (problem !== undefined) write.system('informational', { content: problem, level: 'error' })
  if (message.stopReason === 'aborted') write.interruption()
}

function toStop(reason: unknown): string | undefined {
  if (reason === 'stop') return 'end_turn'
  if (reason === 'length') return 'max_tokens'
  return reason === 'toolUse' ? 'tool_use' : undefined
}

/** pi counts as we do: input without cache, reasoning inside of output. */
function toUsage(usage: JsonObject): {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly output_tokens: number
} {
  return {
    input_tokens: readCount(usage, 'input'),
    cache_creation_input_tokens: readCount(usage, 'cacheWrite'),
    cache_read_input_tokens: readCount(usage, 'cacheRead'),
    output_tokens: readCount(usage, 'output'),
  }
}

/** False for one whose call is not there. */
function readResult(message: JsonObject, { state, write }: PiWork): boolean {
  const id = readString(message, 'toolCallId') ?? ''
  const { [id]: name } = state.open
  if (name === undefined) return false
  delete state.open[id]
  const content = toContent(message.content)
  const text = readWords(message.content)
  const told = name === 'Bash' ? { stdout: text, stderr: '', interrupted: false } : undefined
  write.result({ id, content, isError: message.isError === true, told })
  return true
}

/** A command that the person ran, as Claude Code stores one. */
function readShell(message: JsonObject, { write }: PiWork): void {
  write.user(`<bash-input>${readText(message, 'command')}</bash-input>`)
  const isFailed = readCount(message, 'exitCode') !== 0
  const output = readText(message, 'output')
  write.user(
    `<bash-stdout>${isFailed ? '' : output}</bash-stdout><bash-stderr>${isFailed ? output : ''}</bash-stderr>`,
  )
}

function toContent(content: unknown): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  const blocks = readList({ content }, 'content').flatMap(block => {
    if (asObject(block).type === 'image')
      return [toImageOf(readString(block, 'mimeType') ?? 'image/png', readText(block, 'data'))]
    const text = readText(block, 'text')
    return text === '' ? [] : [{ type: 'text', text }]
  })
  return blocks.length > 0 ? blocks : ''
}

function readWords(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(block => readText(block, 'text'))
    .filter(Boolean)
    .join('\n')
}
