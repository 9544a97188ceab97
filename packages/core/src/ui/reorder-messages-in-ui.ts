import { type GroupMember, groupToolMessages, type ToolGroup } from './group-tool-messages.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import { readToolPart } from './tool-part.ts'

/**
 * Puts what belongs to a tool call behind it: call → hooks before → results → hooks after. Everything
 * else keeps its place, nothing is lost or doubled. Calls that are still streaming follow at the end;
 * one whose real call has arrived gives way to it. `groups` spares the search where they are known.
 */
export function reorderMessagesInUI(
  messages: readonly NormalizedMessage[],
  syntheticStreamingToolUseMessages: readonly NormalizedMessage[] = [],
  groups?: readonly (GroupMember | undefined)[],
): NormalizedMessage[] {
  const all = withStreamingCalls(messages, syntheticStreamingToolUseMessages)
  const members = groups ?? groupToolMessages(all)
  const ordered: NormalizedMessage[] = []
  all.forEach((message, index) => {
    const member = members[index]
    if (member?.role === 'call') pushGroup(ordered, member.group)
    else if (staysInPlace(member)) ordered.push(message)
  })
  return ordered
}

function staysInPlace(member: GroupMember | undefined): boolean {
  return member === undefined || member.role === 'repeat' || member.role === 'progress'
}

function pushGroup(ordered: NormalizedMessage[], group: ToolGroup): void {
  ordered.push(group.call)
  // No spread into push: a hostile log may hang more hooks on a call than a function takes arguments.
  for (const list of [group.before, group.results, group.after])
    for (const message of list) ordered.push(message)
}

function withStreamingCalls(
  messages: readonly NormalizedMessage[],
  streaming: readonly NormalizedMessage[],
): readonly NormalizedMessage[] {
  if (streaming.length === 0) return messages
  const arrived = new Set(messages.map(callId))
  return messages.concat(
    streaming.filter(message => {
      const id = callId(message)
      return id === undefined || !arrived.has(id)
    }),
  )
}

function callId(message: NormalizedMessage): string | undefined {
  const part = readToolPart(message)
  return part?.role === 'call' ? part.id : undefined
}
