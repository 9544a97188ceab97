import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { perRequest } from './per-request.ts'

/** A content block with its place, as the rules look at it; `type` is '' where the block names none. */
export type PlacedBlock = {
  readonly block: Readonly<Record<string, unknown>>
  readonly type: string
  readonly role: string
  readonly message: number
  readonly parent: PlacedBlock | null
  /** The list that holds the block, and its place there; -1 where a string stands for the whole list. */
  readonly list: string
  readonly index: number
}

export type PlacedMessage = {
  readonly index: number
  readonly role: string
  readonly message: Readonly<Record<string, unknown>>
  readonly content: unknown
  /** The message's own blocks; a string that is not empty counts as one text block. */
  readonly blocks: readonly PlacedBlock[]
}

/** A request taken apart once for all rules. Whatever has the wrong shape is left out; ENV-16 reports it. */
export type RequestView = {
  readonly messages: readonly PlacedMessage[]
  /** The blocks of the top-level `system`. */
  readonly system: readonly PlacedBlock[]
  /** All blocks of all messages, nested ones after the block that holds them. */
  readonly blocks: readonly PlacedBlock[]
  /** The same by type, so that a rule looks only at what it is about. */
  readonly byType: ReadonlyMap<string, readonly PlacedBlock[]>
}

/** The request as its rules see it, computed once for each request object. */
export const viewRequest: (request: ApiRequest) => RequestView = perRequest(computeView)

/** The blocks of one type anywhere in the messages. */
export function blocksOfType(request: ApiRequest, type: string): readonly PlacedBlock[] {
  return viewRequest(request).byType.get(type) ?? NONE
}

/** The blocks that stand in a list of a message or of a tool result, not deeper. */
export function placedBlocks(request: ApiRequest): readonly PlacedBlock[] {
  return viewRequest(request).blocks.filter(
    ({ index, parent }) => index !== -1 && (parent === null || parent.type === 'tool_result'),
  )
}

const NONE: readonly PlacedBlock[] = []

function computeView(request: ApiRequest): RequestView {
  // Typed, but read from a wire: nothing below relies on the types.
  const input: unknown = request
  const given = isObject(input) && Array.isArray(input.messages) ? input.messages : []
  const messages = given.map(viewMessage)
  const system = isObject(input) ? listBlocks(input.system, SYSTEM_PLACE) : NONE
  const blocks: PlacedBlock[] = []
  for (const message of messages) for (const view of message.blocks) addWithNested(view, blocks)
  return { messages, system, blocks, byType: groupByType(blocks) }
}

type Place = Pick<PlacedBlock, 'role' | 'message' | 'parent' | 'list'>

const SYSTEM_PLACE: Place = { role: 'system', message: -1, parent: null, list: 'system' }

function viewMessage(message: unknown, index: number): PlacedMessage {
  if (!isObject(message)) return { index, role: '', message: {}, content: undefined, blocks: NONE }
  const { content } = message
  const role = typeof message.role === 'string' ? message.role : ''
  const place: Place = { role, message: index, parent: null, list: 'content' }
  return { index, role, message, content, blocks: listBlocks(content, place) }
}

function listBlocks(content: unknown, place: Place): readonly PlacedBlock[] {
  if (content === '') return NONE
  if (typeof content === 'string') return [viewBlock({ type: 'text', text: content }, place, -1)]
  if (!Array.isArray(content)) return NONE
  const views: PlacedBlock[] = []
  for (let index = 0; index < content.length; index++) {
    const block: unknown = content[index]
    if (isObject(block)) views.push(viewBlock(block, place, index))
  }
  return views
}

// Field by field, so that all views have one hidden class: there are many, and every rule reads them.
function viewBlock(
  block: PlacedBlock['block'],
  { role, message, parent, list }: Place,
  index: number,
): PlacedBlock {
  const type = typeof block.type === 'string' ? block.type : ''
  return { block, type, role, message, parent, list, index }
}

function addWithNested(view: PlacedBlock, blocks: PlacedBlock[]): void {
  blocks.push(view)
  const list = HOLDERS.get(view.type)
  if (list === undefined || (view.parent !== null && !isInnerHolder(view, view.parent))) return
  const place: Place = { role: view.role, message: view.message, parent: view, list }
  const content = valueAt(view.block, list)
  if (!Array.isArray(content)) return
  for (const nested of listBlocks(content, place)) addWithNested(nested, blocks)
}

const HOLDERS: ReadonlyMap<string, string> = new Map([
  ['tool_result', 'content'],
  ['mcp_tool_result', 'content'],
  ['document', 'source.content'],
  ['search_result', 'content'],
  ['tool_search_tool_result', 'content.tool_references'],
])

// What may not stand inside is not descended into, which also bounds the depth.
function isInnerHolder(view: PlacedBlock, parent: PlacedBlock): boolean {
  return parent.parent === null && (view.type === 'document' || view.type === 'search_result')
}

function valueAt(block: PlacedBlock['block'], path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), block)
}

function groupByType(blocks: readonly PlacedBlock[]): ReadonlyMap<string, readonly PlacedBlock[]> {
  const groups = new Map<string, PlacedBlock[]>()
  for (const view of blocks) {
    const group = groups.get(view.type)
    if (group === undefined) groups.set(view.type, [view])
    else group.push(view)
  }
  return groups
}
