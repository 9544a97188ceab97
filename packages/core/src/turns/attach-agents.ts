import { isObject } from '@antiphon/contract'
import { readString } from '../message/read-field.ts'
import type { PersonItem } from '../ui/person-item.ts'
import type { LogPlace, ViewItem } from '../ui/view-item.ts'

/** What subagents did whose logs lie beside the session's, by their ids. */
export type AgentViews = ReadonlyMap<string, readonly PersonItem[]>

/** The items of a session with what its subagents did below the calls that started them; what no call names stands behind all. */
export function attachAgents<Place extends LogPlace>(
  items: readonly ViewItem<Place>[],
  agents: AgentViews,
): { readonly items: readonly ViewItem<Place>[]; readonly strays: readonly PersonItem[] } {
  if (agents.size === 0) return { items, strays: [] }
  const attached = new Set<string>()
  const attach = (item: PersonItem): PersonItem => {
    if (item.kind !== 'tool') return item
    const agentId = readAgentId(item.story.result)
    const own = agentId === undefined || attached.has(agentId) ? undefined : agents.get(agentId)
    if (agentId !== undefined && own) attached.add(agentId)
    const below = item.story.children.length > 0 ? item.story.children : (own ?? [])
    if (below.length === 0) return item
    // A set of those that are attached ends this where logs name each other.
    return { ...item, story: { ...item.story, children: below.map(attach) } }
  }
  const whole = items.map(viewItem => {
    const item = attach(viewItem.item)
    return item === viewItem.item ? viewItem : { ...viewItem, item }
  })
  const strays = [...agents].flatMap(([agentId, own]) => (attached.has(agentId) ? [] : own))
  return { items: whole, strays }
}

/** The id of a subagent that its log is named by. */
export function toAgentId(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.replace(/^agent-/, '').replace(/\.jsonl(?:\.gz)?$/, '')
}

/** The id of the subagent that a call started, as its result tells it. */
export function readAgentId(result: unknown): string | undefined {
  const told = isObject(result) ? result.toolUseResult : undefined
  return readString(told, 'agentId', 'agent_id')
}
