import { isObject } from '../../message/json.ts'
import type { ApiRequest } from './api-request.ts'
import { lookupTable } from './lookup-table.ts'

/** A content block with its place, as the rules look at it; `type` is '' where the block names none. */
export type BlockView = {
  readonly block: Readonly<Record<string, unknown>>
  readonly type: string
  readonly role: string
  readonly message: number
  readonly parent: BlockView | null
  /** The list that holds the block, and its place there; -1 where a string stands for the whole list. */
  readonly list: string
  readonly index: number
}

export type MessageView = {
  readonly index: number
  readonly role: string
  readonly message: Readonly<Record<string, unknown>>
  readonly content: unknown
  /** The message's own blocks; a string that is not empty counts as one text block. */
  readonly blocks: readonly BlockView[]
}

/** A request taken apart once for all rules. Whatever has the wrong shape is left out; ENV-16 reports it. */
export type RequestView = {
  readonly messages: readonly MessageView[]
  /** The blocks of the top-level `system`. */
  readonly system: readonly BlockView[]
  /** All blocks of all messages, nested ones after the block that holds them. */
  readonly blocks: readonly BlockView[]
}

/** The request as its rules see it, computed once for each request object. */
export const viewRequest: (request: ApiRequest) => RequestView = perRequest(computeView)

/** Remembers what was computed for a request object for as long as that object lives. */
export function perRequest<T>(compute: (request: ApiRequest) => T): (request: ApiRequest) => T {
  const memory = new WeakMap<object, T>()
  return request => {
    if (!isObject(request)) return compute(request)
    const known = memory.get(request)
    if (known !== undefined) return known
    const computed = compute(request)
    memory.set(request, computed)
    return computed
  }
}

function computeView(request: ApiRequest): RequestView {
  // Typed, but read from a wire: nothing below relies on the types.
  const input: unknown = request
  const given = isObject(input) && Array.isArray(input.messages) ? input.messages : []
  const messages = given.map(viewMessage)
  const system = isObject(input) ? listBlocks(input.system, SYSTEM_PLACE) : []
  return { messages, system, blocks: messages.flatMap(message => message.blocks.flatMap(withNested)) }
}

type Place = Pick<BlockView, 'role' | 'message' | 'parent' | 'list'>

const SYSTEM_PLACE: Place = { role: 'system', message: -1, parent: null, list: 'system' }

function viewMessage(message: unknown, index: number): MessageView {
  if (!isObject(message)) return { index, role: '', message: {}, content: undefined, blocks: [] }
  const role = typeof message.role === 'string' ? message.role : ''
  const place: Place = { role, message: index, parent: null, list: 'content' }
  return { index, role, message, content: message.content, blocks: listBlocks(message.content, place) }
}

function listBlocks(content: unknown, place: Place): BlockView[] {
  if (typeof content === 'string') {
    return content === ''
      ? []
      : [{ ...place, block: { type: 'text', text: content }, type: 'text', index: -1 }]
  }
  if (!Array.isArray(content)) return []
  const views: BlockView[] = []
  for (const [index, block] of content.entries()) {
    if (!isObject(block)) continue
    views.push({ ...place, block, type: typeof block.type === 'string' ? block.type : '', index })
  }
  return views
}

function withNested(view: BlockView): BlockView[] {
  const nested = nestedBlocks(view)
  return nested.length === 0 ? [view] : [view, ...nested.flatMap(withNested)]
}

// What may not stand inside is not descended into, which also bounds the depth.
function nestedBlocks(view: BlockView): BlockView[] {
  const holder = HOLDERS[view.type]
  if (holder === undefined || (view.parent !== null && !isInnerHolder(view, view.parent))) return []
  const list = holder
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), view.block)
  if (!Array.isArray(list)) return []
  return listBlocks(list, { role: view.role, message: view.message, parent: view, list: holder })
}

const HOLDERS = lookupTable<Record<string, string>>({
  tool_result: 'content',
  mcp_tool_result: 'content',
  document: 'source.content',
  search_result: 'content',
  tool_search_tool_result: 'content.tool_references',
})

function isInnerHolder(view: BlockView, parent: BlockView): boolean {
  return parent.parent === null && (view.type === 'document' || view.type === 'search_result')
}
