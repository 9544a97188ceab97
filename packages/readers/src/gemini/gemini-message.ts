import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { ChainState, EntryUsage, EntryWriter } from '../entries/entry-writer.ts'
import { toImageOf } from '../entries/image-block.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { mapCall } from '../tools/tool-rule.ts'
import { parseUnifiedDiff } from '../tools/unified-diff.ts'
import { GEMINI_TOOLS } from './gemini-tools.ts'

/** What is known of the messages that came; they are told again when something is added, and taken back by their ids. */
export type GeminiState = ChainState & {
  known: Record<string, KnownMessage>
  /** The ids of the messages that count now, in their order. */
  order: string[]
  tool: string
}

/** What a message has become so far. */
export type KnownMessage = {
  /** The entry before its first one, and its last one. */
  before: string | null
  after: string | null
  /** Calls that were told. */
  calls: string[]
}

export type GeminiWork = { readonly state: GeminiState; readonly write: EntryWriter }

/** Translates what is new in a message; false for a type that is not known. */
export function readGeminiMessage(message: JsonObject, work: GeminiWork): boolean {
  const { state } = work
  const id = readString(message, 'id') ?? ''
  state.time = toIsoTime(message.timestamp) ?? state.time
  const known = state.known[id]
  const entry: KnownMessage = known ?? { before: state.parent, after: state.parent, calls: [] }
  if (!known) {
    state.known[id] = entry
    state.order.push(id)
  }
  const isNew = known === undefined
  const isKnownType = readByType(message, { id, isNew, entry }, work)
  entry.after = state.parent
  return isKnownType
}

type Told = { readonly id: string; readonly isNew: boolean; readonly entry: KnownMessage }

function readByType(message: JsonObject, told: Told, { state, write }: GeminiWork): boolean {
  switch (message.type) {
    case 'user':
      if (told.isNew) readUser(message, { state, write })
      return true
    case 'gemini':
      readAnswer(message, told, { state, write })
      return true
    case 'info':
    case 'warning':
    case 'error':
      if (told.isNew)
        write.system('informational', { content: readParts(message.content), level: message.type })
      return true
    default:
      return false
  }
}

function readUser(message: JsonObject, { write }: GeminiWork): void {
  const parts =
    typeof message.content === 'string' ? [{ text: message.content }] : readList(message, 'content')
  const text = readParts(message.content)
  const pictures = parts.flatMap(part => {
    const data = readObject(part, 'inlineData')
    const bytes = readText(data, 'data')
    return bytes === '' ? [] : [toImageOf(readString(data, 'mimeType') ?? 'image/png', bytes)]
  })
  // Results stand with their calls; here they are told again.
  if (text.trim() === '' && pictures.length === 0) return
  if (CONTEXT.test(text)) write.context(text)
  else write.user(pictures.length === 0 ? text : [...pictures, { type: 'text', text }])
}

const CONTEXT = /^\s*<session_context>/

/** The text of content in either of its forms. */
export function readParts(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .filter(part => asObject(part).thought !== true)
    .map(part => readText(part, 'text'))
    .join('')
}

/** An answer is told first without its calls, then with them and their results. */
function readAnswer(message: JsonObject, { id, isNew, entry }: Told, work: GeminiWork): void {
  const { state, write } = work
  const model = readString(message, 'model') ?? state.model
  const usage = toGeminiUsage(readObject(message, 'tokens'))
  const base = { id: `gemini_${id}`, model, usage }
  if (isNew) {
    const thinking = readList(message, 'thoughts').map(toThought).filter(Boolean).join('\n\n')
    const text = readParts(message.content)
    if (thinking !== '') write.answer({ ...base, content: [{ type: 'thinking', thinking, signature: '' }] })
    if (text.trim() !== '') write.answer({ ...base, content: [{ type: 'text', text }] })
    if (thinking === '' && text.trim() === '') write.usage(base.id, usage, model)
  }
  for (const call of readList(message, 'toolCalls')) {
    const name = readString(call, 'name') ?? 'tool'
    const callId = readString(call, 'id') ?? `${id}_${name}`
    if (entry.calls.includes(callId)) continue
    entry.calls.push(callId)
    const mapped = mapCall(GEMINI_TOOLS, name, readObject(call, 'args'))
    state.tool = name
    write.answer({ ...base, content: [{ type: 'tool_use', id: callId, ...mapped }] })
    state.tool = ''
    readResult(asObject(call), callId, mapped.name, work)
  }
}

function toThought(thought: unknown): string {
  return [readString(thought, 'subject'), readString(thought, 'description')].filter(Boolean).join('\n')
}

/** Cache is inside of the input, what tools put into it and thoughts are not. */
export function toGeminiUsage(tokens: JsonObject): EntryUsage {
  const cached = readCount(tokens, 'cached')
  return {
    input_tokens: Math.max(0, readCount(tokens, 'input') - cached) + readCount(tokens, 'tool'),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: readCount(tokens, 'output') + readCount(tokens, 'thoughts'),
  }
}

function readResult(call: JsonObject, id: string, name: string, { state, write }: GeminiWork): void {
  const { status } = call
  const isOver = status === 'success' || status === 'error' || status === 'cancelled'
  if (!isOver && call.result === undefined) return
  state.time = toIsoTime(call.timestamp) ?? state.time
  const content = readResponses(call.result) || (status === 'cancelled' ? 'The call was cancelled.' : '')
  write.result({
    id,
    content,
    isError: status === 'error' || status === 'cancelled',
    told: tell(call, name, content),
  })
}

/** What a function answered, as text. */
export function readResponses(result: unknown): string {
  return readList({ result }, 'result')
    .map(part => {
      const response = readObject(readObject(part, 'functionResponse'), 'response')
      const said = readString(response, 'output', 'error')
      if (said !== undefined) return said
      return Object.keys(response).length > 0 ? JSON.stringify(response) : readText(part, 'text')
    })
    .filter(Boolean)
    .join('\n')
}

function tell(call: JsonObject, name: string, content: string): JsonValue | undefined {
  if (name === 'Bash') return { stdout: content, stderr: '', interrupted: false }
  const shown = readObject(call, 'resultDisplay')
  const diff = readText(shown, 'fileDiff')
  if (diff === '') return undefined
  const hunks = parseUnifiedDiff(diff) as unknown as JsonValue[]
  const path = readString(shown, 'filePath') ?? readString(readObject(call, 'args'), 'file_path') ?? ''
  const { originalContent } = shown
  return {
    filePath: path,
    structuredPatch: hunks,
    ...(typeof originalContent === 'string' && { originalFile: originalContent }),
  }
}
