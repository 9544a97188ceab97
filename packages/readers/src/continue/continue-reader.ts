import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { EntryUsage, EntryWriter } from '../entries/entry-writer.ts'
import { toImageBlock } from '../entries/image-block.ts'
import { asObject, parseJson, readCount, readList, readObject, readString, readText } from '../json/fields.ts'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { mapCall, renamed, shell, type ToolRules } from '../tools/tool-rule.ts'

const CONTINUE_TOOLS: ToolRules = {
  run_terminal_command: shell('command'),
  Bash: shell('command'),
  read_file: renamed('Read', { file_path: 'filepath' }),
  Read: renamed('Read', { file_path: 'filepath' }),
  create_new_file: renamed('Write', { file_path: 'filepath', content: 'contents' }),
  Write: renamed('Write', { file_path: 'filepath' }),
  single_find_and_replace: renamed('Edit', { file_path: 'filepath' }),
  Edit: renamed('Edit'),
  multi_edit: renamed('MultiEdit', { file_path: 'filepath' }),
  grep_search: renamed('Grep', { pattern: 'query' }),
  file_glob_search: renamed('Glob'),
  ls: renamed('LS', { path: 'dirPath' }),
  fetch_url_content: renamed('WebFetch'),
  search_web: renamed('WebSearch'),
}

type ContinueWork = {
  readonly session: string
  readonly write: EntryWriter
  /** Says what the call that is written next is called there. */
  readonly tool: (name: string) => void
  /** Calls that were answered, and those that wait, by our names. */
  readonly answered: Set<string>
  readonly open: Map<string, string>
}

/** Continue: one object a session, written anew each time, without a time of any message. */
export const reader: AgentReader = createWholeReader({
  agent: 'continue',
  version: 1,
  find: async place =>
    findFiles(place, { depth: 0, isLog: name => name.endsWith('.json') && name !== 'sessions.json' }),
  head: async original => readHead(original),
  read({ original, head, chain, write, mark }) {
    const session = asObject(readJsonFile(original.path))
    if (!Array.isArray(session.history)) throw new Error('it is no JSON with a history')
    let called = ''
    mark(() => (called === '' ? {} : { originalTool: called }))
    const work: ContinueWork = {
      ...{ session: head.session, write, answered: new Set<string>(), open: new Map<string, string>() },
      tool(name) {
        called = name
      },
    }
    chain.time = new Date(original.modifiedAt).toISOString()
    chain.model = readString(session, 'chatModelTitle') ?? ''
    const title = readString(session, 'title')
    if (title !== undefined) write.record('ai-title', { aiTitle: title })
    const counted = session.history.map((item, index) => readItem(asObject(item), index, work))
    // Where answers told nothing of their own the totals are all that is known.
    if (!counted.includes(true)) tellTotals(readObject(session, 'usage'), work)
  },
})

function readHead({ path }: Original): SessionHead | null {
  const session = readJsonFile(path)
  if (!Array.isArray(asObject(session).history)) return null
  const directory = readText(session, 'workspaceDirectory')
  return { session: readString(session, 'sessionId') ?? basename(path, '.json'), cwd: toPath(directory) }
}

/** Editors name a folder by its address. */
function toPath(directory: string): string {
  if (!directory.startsWith('file:')) return directory
  try {
    return fileURLToPath(directory)
  } catch {
    return ''
  }
}

/** Translates an item of the history; true where it told its own tokens. */
function readItem(item: JsonObject, index: number, work: ContinueWork): boolean {
  const { write } = work
  const message = readObject(item, 'message')
  write.at(index)
  for (const given of readList(item, 'contextItems')) {
    const text = readText(given, 'content')
    if (text !== '') write.context(`[${readString(given, 'name') ?? 'context'}]\n${text}`)
  }
  switch (message.role) {
    case 'user': {
      const content = toContent(message.content)
      if (content.length > 0) write.user(content)
      break
    }
    case 'assistant':
    case 'thinking':
      readAnswer(item, message, index, work)
      break
    case 'tool':
      readToolMessage(message, work)
      break
    case 'system':
      break
    default:
      write.unknown(item)
  }
  const summary = readString(item, 'conversationSummary')
  // It stands in place of all that was said before, this item with it.
  if (summary !== undefined) write.compaction(summary)
  return message.usage !== undefined
}

function toContent(content: unknown): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  return readList({ content }, 'content').flatMap(part => {
    const url = readText(readObject(part, 'imageUrl'), 'url')
    if (url !== '') return [toImageBlock(url)]
    const text = readText(part, 'text')
    return text === '' ? [] : [{ type: 'text', text }]
  })
}

function toWords(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(part => readText(part, 'text'))
    .join('')
}

function readAnswer(item: JsonObject, message: JsonObject, index: number, work: ContinueWork): void {
  const { write, session } = work
  const usage = message.usage === undefined ? undefined : toUsage(readObject(message, 'usage'))
  const base = { id: `continue_${session}_${index}`, usage }
  let isTold = false
  const put = (block: JsonObject): void => {
    write.answer({ ...base, content: [block] })
    isTold = true
  }
  const words = toWords(message.content)
  const thinking = message.role === 'thinking' ? words : readText(readObject(item, 'reasoning'), 'text')
  if (thinking.trim() !== '') put({ type: 'thinking', thinking, signature: '' })
  if (message.role !== 'thinking' && words.trim() !== '') put({ type: 'text', text: words })
  const states = readStates(item)
  const ids = new Set(states.map(({ id }) => id))
  const listed = readList(message, 'toolCalls').map(asObject)
  for (const call of listed) if (!ids.has(readText(call, 'id'))) writeCall(call, undefined, { work, put })
  for (const { call, id, state } of states) {
    writeCall({ ...call, id }, state.parsedArgs, { work, put })
    writeOutput(id, state, work)
  }
  if (!isTold && usage) write.usage(base.id, usage)
}

type CallState = { readonly id: string; readonly call: JsonObject; readonly state: JsonObject }

/** Earlier versions had one at most. */
function readStates(item: JsonObject): readonly CallState[] {
  const states = [...readList(item, 'toolCallStates'), ...(item.toolCallState ? [item.toolCallState] : [])]
  const told = new Set<string>()
  return states.map(asObject).flatMap(state => {
    const call = readObject(state, 'toolCall')
    const id = readString(state, 'toolCallId') ?? readText(call, 'id')
    if (told.has(id)) return []
    told.add(id)
    return [{ id, call, state }]
  })
}

type CallWork = { readonly work: ContinueWork; readonly put: (block: JsonObject) => void }

function writeCall(call: JsonObject, parsed: JsonValue | undefined, { work, put }: CallWork): void {
  const { open, tool } = work
  const id = readText(call, 'id')
  const called = readObject(call, 'function')
  const name = readString(called, 'name') ?? 'tool'
  const text = readText(called, 'arguments')
  const given = Object.keys(asObject(parsed)).length > 0 ? parsed : parseJson(text)
  const isObject = typeof given === 'object' && given !== null
  const mapped = mapCall(CONTINUE_TOOLS, name, isObject || text === '' ? asObject(given) : { input: text })
  open.set(id, mapped.name)
  tool(name)
  put({ type: 'tool_use', id, ...mapped })
  tool('')
}

/** What a call gave stands with it, as what was given to the model. */
function writeOutput(id: string, state: JsonObject, work: ContinueWork): void {
  const { status } = state
  if (status !== 'done' && status !== 'errored' && status !== 'canceled') return
  const said = readList(state, 'output')
    .map(one => readText(one, 'content'))
    .filter(Boolean)
    .join('\n\n')
  const content = said || (status === 'canceled' ? 'The call was cancelled.' : '')
  writeResult({ id, content, isError: status !== 'done' }, work)
}

type Result = { readonly id: string; readonly content: string; readonly isError: boolean }

function writeResult({ id, content, isError }: Result, { write, open, answered }: ContinueWork): void {
  const name = open.get(id)
  open.delete(id)
  answered.add(id)
  const told = name === 'Bash' ? { stdout: content, stderr: '', interrupted: false } : undefined
  write.result({ id, content, isError, told })
}

/** Some versions tell a result as a message, too. */
function readToolMessage(message: JsonObject, work: ContinueWork): void {
  const id = readText(message, 'toolCallId')
  if (work.answered.has(id)) return
  if (work.open.has(id)) writeResult({ id, content: toWords(message.content), isError: false }, work)
  else work.write.unknown(message)
}

/** Cache is inside of the prompt, as OpenAI counts. */
function toUsage(usage: JsonObject): EntryUsage {
  const details = readObject(usage, 'promptTokensDetails')
  const read = readCount(details, 'cachedTokens')
  const written = readCount(details, 'cacheWriteTokens')
  return {
    input_tokens: Math.max(0, readCount(usage, 'promptTokens') - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: readCount(usage, 'completionTokens'),
  }
}

function tellTotals(totals: JsonObject, { write, session }: ContinueWork): void {
  const usage = toUsage(totals)
  if (Object.values(usage).some(tokens => tokens > 0)) write.usage(`continue_${session}_all`, usage)
}
