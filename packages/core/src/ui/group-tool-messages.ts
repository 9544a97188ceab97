import type { NormalizedMessage } from './normalize-messages.ts'
import { isSameJson } from './same-json.ts'
import { readToolPart, type ToolPart } from './tool-part.ts'

/** A call with all that belongs to it, each list in the order of the log. */
export type ToolGroup = {
  readonly id: string | undefined
  readonly call: NormalizedMessage
  readonly block: Readonly<Record<string, unknown>>
  readonly before: NormalizedMessage[]
  readonly results: NormalizedMessage[]
  readonly after: NormalizedMessage[]
  readonly progress: NormalizedMessage[]
}

/** Where a message stands in a group; `repeat` is a call that a foreign writer stored once more. */
export type GroupMember = { readonly role: ToolPart['role'] | 'repeat'; readonly group: ToolGroup }

/**
 * Finds each message's group in one pass; a message that belongs to no call has none. What names a call
 * belongs to the last call of that id before it, or else to the first after it: some models count
 * their calls anew in every turn, and damaged logs hold results before their calls.
 */
export function groupToolMessages(
  messages: readonly NormalizedMessage[],
): readonly (GroupMember | undefined)[] {
  const members: (GroupMember | undefined)[] = new Array(messages.length).fill(undefined)
  const latest = new Map<string, ToolGroup>()
  const early = new Map<string, EarlyPart[]>()

  messages.forEach((message, index) => {
    const part = readToolPart(message)
    if (!part) return
    const known = part.id === undefined ? undefined : latest.get(part.id)
    if (part.role !== 'call') {
      if (known) members[index] = join(known, part.role, message)
      else remember(early, part.id, { index, message, role: part.role })
      return
    }
    if (known && isSameCall(known.block, part.block)) {
      members[index] = { role: 'repeat', group: known }
      return
    }
    const group = createGroup(part, message)
    members[index] = { role: 'call', group }
    if (part.id === undefined) return
    latest.set(part.id, group)
    for (const waiting of early.get(part.id) ?? [])
      members[waiting.index] = join(group, waiting.role, waiting.message)
    early.delete(part.id)
  })
  return members
}

type PartRole = Exclude<ToolPart['role'], 'call'>
type EarlyPart = { readonly index: number; readonly message: NormalizedMessage; readonly role: PartRole }
type CallPart = Extract<ToolPart, { readonly role: 'call' }>

function createGroup({ id, block }: CallPart, call: NormalizedMessage): ToolGroup {
  return { id, call, block, before: [], results: [], after: [], progress: [] }
}

function join(group: ToolGroup, role: PartRole, message: NormalizedMessage): GroupMember {
  group[role === 'result' ? 'results' : role].push(message)
  return { role, group }
}

function remember(early: Map<string, EarlyPart[]>, id: string, part: EarlyPart): void {
  const list = early.get(id)
  if (list) list.push(part)
  else early.set(id, [part])
}

function isSameCall(one: ToolGroup['block'], other: ToolGroup['block']): boolean {
  return one.name === other.name && isSameJson(one.input, other.input)
}
