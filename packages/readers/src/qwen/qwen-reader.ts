import type { JsonObject } from '@antiphon/contract'
import type { ChainState, EntryUsage } from '../entries/entry-writer.ts'
import { toImageOf } from '../entries/image-block.ts'
import { readParts, readResponses } from '../gemini/gemini-message.ts'
import { GEMINI_TOOLS } from '../gemini/gemini-tools.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createLineReader, type LineWork } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readHeadLines } from '../logs/read-head-lines.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall } from '../tools/tool-rule.ts'

type QwenState = ChainState & {
  /** The last entry that each line became, by the line's uuid: branches hang on them. */
  after: Record<string, string | null>
  /** Our names of calls that wait for their results. */
  open: Record<string, string>
  tool: string
}

type QwenWork = LineWork<QwenState>

/** Qwen Code: lines much as ours, with contents as Gemini's. */
export const reader: AgentReader = createLineReader<QwenState>({
  agent: 'qwen',
  version: 2,
  find: async place =>
    findFiles(place, {
      depth: 4,
      isWanted: (name, folders) => folders.length !== 1 || name === 'chats' || name === 'subagents',
      isLog: (name, folders) => folders.length > 1 && name.endsWith('.jsonl'),
    }),
  head: async original => readHead(original),
  beside: ({ path }) => [path.replace(/\.jsonl$/, '.meta.json')],
  begin: chain => ({ ...chain, after: {}, open: {}, tool: '' }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state } = work
    state.time = toIsoTime(line.timestamp) ?? state.time
    state.cwd = readString(line, 'cwd') ?? state.cwd
    state.version = readString(line, 'version') ?? state.version
    state.branch = readString(line, 'gitBranch') ?? state.branch
    state.model = readString(line, 'model') ?? state.model
    const id = readString(line, 'uuid') ?? ''
    const parent = readString(line, 'parentUuid')
    // Pieces of one line come one after the other under its name.
    if (!(id in state.after))
      state.parent = parent === undefined ? state.parent : (state.after[parent] ?? state.parent)
    if (!readLine(line, id, work)) work.write.unknown(raw())
    state.after[id] = state.parent
    state.tool = ''
  },
})

function readHead({ path }: Original): SessionHead | null {
  const line = readHeadLines(path).find(one => readString(one, 'sessionId') !== undefined)
  const session = readString(line, 'sessionId')
  if (session === undefined) return null
  const agent = /[/\\]subagents[/\\].*agent-([\w-]+)\.jsonl$/.exec(path)?.[1]
  const version = readString(line, 'version')
  const startedAt = toIsoTime(line?.timestamp)
  const forkedFrom = readString(readObject(line, 'forkedFrom'), 'sessionId')
  return {
    session: agent ?? session,
    cwd: readString(line, 'cwd') ?? '',
    ...(agent !== undefined && { owner: session }),
    ...(version !== undefined && { version }),
    ...(startedAt !== undefined && { startedAt }),
    ...(forkedFrom !== undefined && { forkedFrom }),
  }
}

function readLine(line: JsonObject, id: string, work: QwenWork): boolean {
  switch (line.type) {
    case 'user':
      readUser(line, work)
      return true
    case 'assistant':
      readAnswer(line, id, work)
      return true
    case 'tool_result':
      readResults(line, work)
      return true
    case 'system':
      readSystem(line, work)
      return true
    default:
      return false
  }
}

/** Lines of users that nobody typed. */
const INJECTED: ReadonlySet<unknown> = new Set(['notification', 'cron', 'goal_runtime', 'agent_bootstrap'])

function readUser(line: JsonObject, work: QwenWork): void {
  const { write } = work
  const parts = readList(readObject(line, 'message'), 'parts')
  if (parts.some(part => asObject(part).functionResponse !== undefined)) {
    readResults(line, work)
    return
  }
  const text = readParts(parts)
  const pictures = parts.flatMap(part => {
    const data = readObject(part, 'inlineData')
    const bytes = readText(data, 'data')
    return bytes === '' ? [] : [toImageOf(readString(data, 'mimeType') ?? 'image/png', bytes)]
  })
  if (INJECTED.has(line.subtype)) write.context(text)
  else if (text !== '' || pictures.length > 0)
    write.user(pictures.length === 0 ? text : [...pictures, { type: 'text', text }])
}

function readAnswer(line: JsonObject, id: string, { state, write }: QwenWork): void {
  const { usageMetadata } = line
  const usage = usageMetadata === undefined ? undefined : toUsage(asObject(usageMetadata))
  const base = { id: `qwen_${id}`, usage }
  let isTold = false
  for (const part of readList(readObject(line, 'message'), 'parts')) {
    const { thought } = asObject(part)
    const text = readText(part, 'text')
    const call = readObject(part, 'functionCall')
    const name = readString(call, 'name')
    if (name !== undefined) {
      const callId = readString(call, 'id') ?? `${id}_${name}`
      const mapped = mapCall(GEMINI_TOOLS, name, readObject(call, 'args'))
      state.tool = name
      state.open[callId] = mapped.name
      write.answer({ ...base, content: [{ type: 'tool_use', id: callId, ...mapped }] })
      state.tool = ''
    } else if (text.trim() === '') continue
    else if (thought === true)
      write.answer({ ...base, content: [{ type: 'thinking', thinking: text, signature: '' }] })
    else write.answer({ ...base, content: [{ type: 'text', text }] })
    isTold = true
  }
  if (!isTold && usage) write.usage(base.id, usage)
}

/** Cache is inside of the prompt; thoughts are outside of the candidates where the total says so. */
function toUsage(usage: JsonObject): EntryUsage {
  const prompt = readCount(usage, 'promptTokenCount')
  const cached = readCount(usage, 'cachedContentTokenCount')
  const said = readCount(usage, 'candidatesTokenCount')
  const thoughts = readCount(usage, 'thoughtsTokenCount')
  const isOutside = readCount(usage, 'totalTokenCount') >= prompt + said + thoughts
  return {
    input_tokens: Math.max(0, prompt - cached),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: said + (isOutside ? thoughts : 0),
  }
}

function readResults(line: JsonObject, { state, write }: QwenWork): void {
  const status = readString(readObject(line, 'toolCallResult'), 'status')
  for (const part of readList(readObject(line, 'message'), 'parts')) {
    const response = readObject(part, 'functionResponse')
    const id = readString(response, 'id') ?? ''
    const { [id]: name } = state.open
    if (name === undefined) {
      if (part !== undefined && Object.keys(response).length > 0) write.unknown(part as JsonObject)
      continue
    }
    delete state.open[id]
    const content = readResponses([part])
    const isError =
      status === 'error' || status === 'cancelled' || readObject(response, 'response').error !== undefined
    const told = name === 'Bash' ? { stdout: content, stderr: '', interrupted: false } : undefined
    write.result({ id, content, isError, told })
  }
}

/** Most of them say what no reader of a conversation asks; their kinds grow each month. */
function readSystem(line: JsonObject, { state, write }: QwenWork): void {
  const payload = readObject(line, 'systemPayload')
  switch (line.subtype) {
    case 'custom_title': {
      const title = readString(payload, 'customTitle')
      const isOfModel = payload.titleSource === 'auto'
      if (title !== undefined && isOfModel) write.record('ai-title', { aiTitle: title })
      else if (title !== undefined) write.record('custom-title', { customTitle: title })
      return
    }
    case 'chat_compression':
      write.compaction(
        readList(payload, 'compressedHistory')
          .map(content => readParts(readList(content, 'parts')))
          .filter(Boolean)
          .join('\n\n'),
      )
      return
    case 'slash_command':
      if (payload.phase === 'invocation')
        write.system('local_command', {
          content: `<command-name>${readText(payload, 'rawCommand')}</command-name>`,
        })
      return
    case 'rewind': {
      const target = readString(payload, 'targetUuid')
      if (target !== undefined) state.parent = state.after[target] ?? state.parent
      return
    }
    case 'notification':
      write.system('informational', {
        content: readText(payload, 'message') || readText(payload, 'text'),
        level: 'info',
      })
      return
    default:
      return
  }
}
