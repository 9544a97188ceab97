import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { ChainState, EntryUsage, EntryWriter } from '../entries/entry-writer.ts'
import { toImageBlock } from '../entries/image-block.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { mapCall } from '../tools/tool-rule.ts'
import { parseUnifiedDiff } from '../tools/unified-diff.ts'
import { toPatchCalls, toPatchResults } from '../tools/write-patch.ts'
import { OPENCODE_TOOLS } from './opencode-tools.ts'

/** A message with its parts, wherever they were stored. */
export type StoredMessage = { readonly info: JsonObject; readonly parts: readonly JsonObject[] }

/** What a session is called, and what was said in it, in order. */
export type OpencodeSession = {
  readonly title: string | undefined
  readonly messages: readonly StoredMessage[]
  /** The message, and the part of it, from which on a person took it back (`/undo`), until the next prompt cuts it off. */
  readonly revert?: JsonObject
}

export type OpencodeWork = {
  readonly chain: ChainState
  readonly write: EntryWriter
  readonly tool: (name: string) => void
}

/** Translates a session. Each answer of the model is one message, and what it used stands in it. */
export function readOpencodeSession(session: OpencodeSession, work: OpencodeWork): void {
  const { title } = session
  if (title !== undefined) work.write.record('ai-title', { aiTitle: title })
  const { kept, undone } = splitUndone(session)
  for (const message of kept) {
    const { info } = message
    const id = startMessage(message, work)
    if (info.role === 'user') readUser(message, work)
    else if (info.role === 'assistant') readAnswer(message, id, work)
    else work.write.unknown(info)
  }
  if (undone.length > 0) tellUndone(undone, work)
}

function startMessage({ info }: StoredMessage, { write }: OpencodeWork): string {
  const id = readString(info, 'id') ?? ''
  write.at(id, toIsoTime(readCount(readObject(info, 'time'), 'created')))
  return id
}

/** Ids sort by the time when they were made; of the message that is named all before its part counts. */
function splitUndone({ messages, revert }: OpencodeSession): {
  readonly kept: readonly StoredMessage[]
  readonly undone: readonly StoredMessage[]
} {
  const from = readString(revert, 'messageID')
  const at = from === undefined ? -1 : messages.findIndex(({ info }) => String(info.id) >= from)
  if (at === -1) return { kept: messages, undone: [] }
  const before = messages.slice(0, at)
  const [named, ...rest] = messages.slice(at)
  const part = readString(revert, 'partID')
  const cut = named && part !== undefined ? named.parts.findIndex(({ id }) => String(id) >= part) : 0
  if (!named || cut <= 0) return { kept: before, undone: messages.slice(at) }
  return {
    kept: [...before, { ...named, parts: named.parts.slice(0, cut) }],
    undone: [{ info: {}, parts: named.parts.slice(cut) }, ...rest],
  }
}

/** It is there, and what it used was used; nobody reads it as what was said. */
function tellUndone(undone: readonly StoredMessage[], work: OpencodeWork): void {
  const { write } = work
  for (const message of undone) {
    const id = startMessage(message, work)
    write.unknown({ info: message.info, parts: [...message.parts] })
    if (message.info.role === 'assistant') write.usage(id, toUsage(readObject(message.info, 'tokens')))
  }
  write.system('informational', {
    content: `What followed was taken back in opencode (${undone.length} ${undone.length === 1 ? 'message' : 'messages'}).`,
    level: 'info',
  })
}

function readUser({ parts }: StoredMessage, { write }: OpencodeWork): void {
  const blocks: JsonObject[] = []
  for (const part of parts) {
    switch (part.type) {
      case 'text':
        // What the program put in was not typed.
        if (part.synthetic === true || part.ignored === true) write.context(readText(part, 'text'))
        else if (readText(part, 'text') !== '') blocks.push({ type: 'text', text: readText(part, 'text') })
        break
      case 'file':
        blocks.push(toFileBlock(part))
        break
      case 'subtask':
        blocks.push({ type: 'text', text: readText(part, 'prompt') })
        break
      case 'agent':
      case 'compaction':
        break
      default:
        write.unknown(part)
    }
  }
  const [only] = blocks
  if (only) write.user(blocks.length === 1 && only.type === 'text' ? readText(only, 'text') : blocks)
}

function toFileBlock(part: JsonObject): JsonObject {
  const url = readText(part, 'url')
  if (readText(part, 'mime').startsWith('image/') && url.startsWith('data:')) return toImageBlock(url)
  return { type: 'text', text: `[file ${readString(part, 'filename') ?? url.slice(0, 200)}]` }
}

function readAnswer({ info, parts }: StoredMessage, id: string, work: OpencodeWork): void {
  const { chain, write } = work
  chain.model = readString(info, 'modelID') ?? chain.model
  chain.cwd = readString(readObject(info, 'path'), 'cwd') ?? chain.cwd
  const usage = toUsage(readObject(info, 'tokens'))
  if (info.summary === true) {
    write.compaction(parts.map(part => (part.type === 'text' ? readText(part, 'text') : '')).join(''))
    write.usage(id, usage)
    return
  }
  let isTold = false
  for (const part of parts) {
    const place = readString(part, 'id') ?? id
    write.at(place)
    const { type } = part
    const text = readText(part, 'text')
    if (type === 'text' && text.trim() !== '') write.answer({ id, usage, content: [{ type: 'text', text }] })
    else if (type === 'reasoning' && text.trim() !== '')
      write.answer({ id, usage, content: [{ type: 'thinking', thinking: text, signature: '' }] })
    else if (type === 'tool') readCall(part, { id, usage }, work)
    else {
      if (!KNOWN_PARTS.has(type)) write.unknown(part)
      continue
    }
    isTold = true
  }
  write.at(id)
  if (!isTold) write.usage(id, usage)
  readProblem(readObject(info, 'error'), work)
}

const KNOWN_PARTS: ReadonlySet<unknown> = new Set([
  'text',
  'reasoning',
  'file',
  'step-start',
  'step-finish',
  'patch',
  'snapshot',
  'agent',
  'subtask',
  'retry',
  'compaction',
])

/** Neither cache nor reasoning is inside of what the program counts as input and output. */
function toUsage(tokens: JsonObject): EntryUsage {
  const cache = readObject(tokens, 'cache')
  return {
    input_tokens: readCount(tokens, 'input'),
    cache_creation_input_tokens: readCount(cache, 'write'),
    cache_read_input_tokens: readCount(cache, 'read'),
    output_tokens: readCount(tokens, 'output') + readCount(tokens, 'reasoning'),
  }
}

function readProblem(error: JsonObject, { write }: OpencodeWork): void {
  const name = readString(error, 'name')
  if (name === undefined) return
  if (name === 'MessageAbortedError') write.interruption()
  else {
    const told = readString(readObject(error, 'data'), 'message')
    write.system('informational', { content: told === undefined ? name : `${name}: ${told}`, level: 'error' })
  }
}

type Answer = { readonly id: string; readonly usage: EntryUsage }

function readCall(part: JsonObject, answer: Answer, work: OpencodeWork): void {
  const { chain, write, tool } = work
  const name = readString(part, 'tool') ?? 'tool'
  const id = readString(part, 'callID') ?? readString(part, 'id') ?? ''
  const state = readObject(part, 'state')
  const time = readObject(state, 'time')
  const input = readObject(state, 'input')
  const patch =
    name === 'apply_patch' || name === 'patch' ? readString(input, 'patchText', 'input', 'patch') : undefined
  const { calls, paths } =
    patch === undefined
      ? { calls: [{ id, ...mapCall(OPENCODE_TOOLS, name, input) }], paths: [] }
      : toPatchCalls(id, name, patch)
  tool(name)
  for (const call of calls) write.answer({ ...answer, content: [{ type: 'tool_use', ...call }] })
  tool('')
  if (state.status !== 'completed' && state.status !== 'error') return
  const began = chain.time
  chain.time = toIsoTime(readCount(time, 'end')) ?? chain.time
  const isError = state.status === 'error' || readCount(readObject(state, 'metadata'), 'exit') !== 0
  const text = state.status === 'error' ? readText(state, 'error') : readText(state, 'output')
  const pictures = readList(state, 'attachments')
    .map(asObject)
    .filter(file => readText(file, 'url').startsWith('data:image/'))
    .map(file => toImageBlock(readText(file, 'url')))
  const content = pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures]
  if (paths.length > 0) for (const one of toPatchResults(id, paths, { content, isError })) write.result(one)
  else write.result({ id, content, isError, told: tell(calls[0]?.name ?? name, { state, input, text }) })
  if (began > chain.time) chain.time = began
}

type ToldState = { readonly state: JsonObject; readonly input: JsonObject; readonly text: string }

function tell(name: string, { state, input, text }: ToldState): JsonValue | undefined {
  const metadata = readObject(state, 'metadata')
  if (name === 'Bash')
    return { stdout: text, stderr: '', interrupted: false, exitCode: readCount(metadata, 'exit') }
  if (name === 'Task') {
    const agentId = readString(metadata, 'sessionId', 'sessionID')
    return agentId === undefined ? undefined : { agentId, status: 'completed' }
  }
  const diff = readText(metadata, 'diff')
  if (diff === '') return undefined
  const hunks = parseUnifiedDiff(diff) as unknown as JsonValue[]
  return { filePath: readString(input, 'filePath') ?? '', structuredPatch: hunks }
}
