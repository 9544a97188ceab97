import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { EntryUsage, EntryWriter } from '../entries/entry-writer.ts'
import { toImageOf } from '../entries/image-block.ts'
import { asObject, readList, readObject, readString, readText } from '../json/fields.ts'
import { mapCall, type ToolRules } from './tool-rule.ts'

/** Our names of calls that wait for their results, by their ids, in their order. */
export type WaitingCalls = Record<string, string>

export type BlockWork = {
  readonly write: EntryWriter
  readonly rules: ToolRules
  readonly open: WaitingCalls
  /** Says what the call that is written next is called there. */
  readonly tool: (name: string) => void
}

export type BlockMessage = {
  readonly role: string
  readonly content: unknown
  /** Of the answer. */
  readonly id: string
  readonly usage?: EntryUsage | undefined
  readonly model?: string | undefined
}

/** Writes a message of blocks as the API has them, which several agents keep; false where nothing of it could be told. */
export function writeBlocks({ role, content, id, usage, model }: BlockMessage, work: BlockWork): boolean {
  const blocks =
    typeof content === 'string' ? [{ type: 'text', text: content }] : readList({ content }, 'content')
  if (role !== 'assistant') return writeUser(blocks, work)
  const { write, rules, open, tool } = work
  const answer = { id, usage, ...(model !== undefined && { model }) }
  let isTold = false
  blocks.forEach((block, index) => {
    const { type } = asObject(block)
    const text = readText(block, 'text')
    const thinking = readText(block, 'thinking')
    if (type === 'text' && text.trim() !== '') write.answer({ ...answer, content: [{ type: 'text', text }] })
    else if (type === 'thinking' && thinking.trim() !== '')
      write.answer({ ...answer, content: [{ type: 'thinking', thinking, signature: '' }] })
    else if (type === 'tool_use') {
      const name = readString(block, 'name') ?? 'tool'
      // Some agents keep calls without ids: results come in the order of the calls.
      const call = readString(block, 'id') ?? `${UNNAMED}${id}_${index}`
      const mapped = mapCall(rules, name, readObject(block, 'input'))
      open[call] = mapped.name
      tool(name)
      write.answer({ ...answer, content: [{ type: 'tool_use', id: call, ...mapped }] })
      tool('')
    } else {
      if (!EMPTY.has(type)) write.unknown(block as JsonValue)
      return
    }
    isTold = true
  })
  if (!isTold && usage) write.usage(id, usage, model)
  return isTold
}

// A block of these without words says nothing.
const EMPTY: ReadonlySet<unknown> = new Set(['text', 'thinking', undefined])

function writeUser(blocks: readonly unknown[], { write, open }: BlockWork): boolean {
  const said: JsonObject[] = []
  let isTold = false
  for (const block of blocks) {
    if (asObject(block).type === 'tool_result') {
      if (writeResult(asObject(block), { write, open })) isTold = true
      else write.unknown(block as JsonValue)
      continue
    }
    const one = toSaid(block)
    if (one === undefined) write.unknown(block as JsonValue)
    else said.push(...one)
  }
  const [only] = said
  if (only) write.user(said.length === 1 && only.type === 'text' ? readText(only, 'text') : said)
  return isTold || only !== undefined
}

/** Undefined for a block of a kind that is not known. */
function toSaid(block: unknown): readonly JsonObject[] | undefined {
  const { type } = asObject(block)
  if (type === 'text') {
    const text = readText(block, 'text')
    return text.trim() === '' ? [] : [{ type: 'text', text }]
  }
  if (type === 'image') return toPicture(block)
  if (type === 'file') {
    const path = readString(block, 'path', 'filename') ?? 'file'
    return [{ type: 'text', text: `[file ${path}]` }]
  }
  return EMPTY.has(type) ? [] : undefined
}

// What the ids of calls begin with that have none there.
const UNNAMED = 'unnamed_'

function toPicture(block: unknown): readonly JsonObject[] {
  const source = readObject(block, 'source')
  const data = readText(source, 'data') || readText(block, 'data')
  const type = readString(source, 'media_type') ?? readString(block, 'mediaType', 'mimeType') ?? 'image/png'
  return data === '' ? [] : [toImageOf(type, data)]
}

function writeResult(block: JsonObject, { write, open }: Pick<BlockWork, 'write' | 'open'>): boolean {
  const named = readString(block, 'tool_use_id') ?? ''
  const [first] = Object.keys(open)
  // A result that names another call than those that wait is none of theirs, unless they have no names.
  const isOfFirst = named === '' || first?.startsWith(UNNAMED)
  const id = named in open ? named : isOfFirst ? first : undefined
  if (id === undefined) return false
  const name = open[id]
  delete open[id]
  const { content } = block
  const text = toResultText(content)
  const pictures = readList({ content }, 'content').flatMap(part =>
    asObject(part).type === 'image' ? toPicture(part) : [],
  )
  const told: JsonValue | undefined =
    name === 'Bash' ? { stdout: text, stderr: '', interrupted: false } : undefined
  write.result({
    id,
    content: pictures.length === 0 ? text : [{ type: 'text', text }, ...pictures],
    isError: block.is_error === true,
    told,
  })
  return true
}

/** Texts of a result in the forms that agents give them. */
function toResultText(content: unknown): string {
  if (typeof content === 'string') return content
  return readList({ content }, 'content')
    .map(part => {
      const text = readString(part, 'text', 'result', 'output')
      if (text !== undefined) return text
      return asObject(part).type === 'image' ? '' : (JSON.stringify(part) ?? '')
    })
    .filter(Boolean)
    .join('\n')
}
