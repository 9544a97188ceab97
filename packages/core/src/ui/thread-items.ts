import { readString } from '../message/read-field.ts'
import type { MessagePiece } from './collect-pieces.ts'
import { createToolStory } from './create-tool-story.ts'
import type { GroupMember, ToolGroup } from './group-tool-messages.ts'
import type { JudgedThread } from './judge-threads.ts'
import type { PersonItem, ToolItem } from './person-item.ts'
import { messageText } from './plain-text.ts'
import { reorderMessagesInUI } from './reorder-messages-in-ui.ts'
import { toPersonItem } from './to-person-item.ts'

export type ThreadItemsOptions = {
  readonly thread: JudgedThread
  /** What the threads below hold, by their call. */
  readonly children: ReadonlyMap<ToolGroup, readonly PersonItem[]>
}

/** The items of one thread, a call with what belongs to it; of retries that follow each other only the last is left. */
export function threadItems({ thread, children }: ThreadItemsOptions): PersonItem[] {
  const messages = thread.pieces.map(piece => piece.message)
  const places = new Map(messages.map((message, index) => [message, index]))
  const items: PersonItem[] = []
  for (const message of reorderMessagesInUI(messages, [], thread.members)) {
    const index = places.get(message) ?? -1
    const piece = thread.pieces[index]
    const item = piece && toItem({ piece, member: thread.members[index], thread, children })
    if (!item) continue
    if (isRetry(item) && isRetry(items.at(-1))) items.pop()
    items.push(item)
  }
  return items
}

type ToItemOptions = ThreadItemsOptions & {
  readonly piece: MessagePiece
  readonly member: GroupMember | undefined
}

function toItem({ piece, member, thread, children }: ToItemOptions): PersonItem | undefined {
  if (!member) {
    const face = toPersonItem(piece.message)
    return face && { ...itemBase(piece, thread), ...face }
  }
  const { group, role } = member
  if (role === 'call') {
    // A call has a status from the moment it has a group.
    const status = thread.statuses.get(group) ?? 'running'
    const story = createToolStory({ group, status, children: children.get(group) ?? [] })
    return { ...itemBase(piece, thread), kind: 'tool', text: story.title, story }
  }
  if (role !== 'result' || group.results[0] === piece.message) return undefined
  const text = `Another result of ${readString(group.block, 'name') ?? 'a call'}: ${messageText(piece.message)}`
  return { ...itemBase(piece, thread), kind: 'notice', level: 'warning', text }
}

function itemBase(piece: MessagePiece, thread: JudgedThread): ItemBase {
  const { message, isVirtual, isRetracted } = piece
  const isSidechain = piece.isSidechain && thread.owner === undefined
  const base = { uuid: message.uuid, timestamp: readString(message, 'timestamp') ?? '', message }
  // Marks are rare, and a spread for each is what a long log would spend most of its time on.
  if (!isVirtual && !isRetracted && !isSidechain) return base
  return {
    ...base,
    ...(isVirtual && { isVirtual }),
    ...(isRetracted && { isRetracted }),
    ...(isSidechain && { isSidechain }),
  }
}

type ItemBase = Omit<ToolItem, 'kind' | 'text' | 'story'>

/** True for an attempt that failed; another may follow it and take its place. */
export function isRetry(item: PersonItem | undefined): boolean {
  return item?.message.type === 'system' && item.message.subtype === 'api_error'
}
