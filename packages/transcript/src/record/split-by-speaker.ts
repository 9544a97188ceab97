import { isObject } from '@antiphon/contract'
import type { AnyMessage } from '@antiphon/core'

/** The id of a subagent, the session itself, or a subagent that does not say which it is. */
export type Speaker = string | typeof SESSION | typeof NAMELESS_AGENT

export const SESSION: unique symbol = Symbol('session')
export const NAMELESS_AGENT: unique symbol = Symbol('nameless agent')

/** A list in which subagents speak too, as one list for each speaker, each in its order. */
export function splitBySpeaker(messages: readonly AnyMessage[]): ReadonlyMap<Speaker, readonly AnyMessage[]> {
  const lists = new Map<Speaker, AnyMessage[]>()
  for (const message of messages) {
    const speaker = findSpeaker(message)
    const list = lists.get(speaker)
    if (list) list.push(message)
    else lists.set(speaker, [message])
  }
  return lists
}

/** Messages of subagents carry the marks of the log: `isSidechain`, and `agentId` where it is known. */
function findSpeaker(message: unknown): Speaker {
  if (!isObject(message) || message.isSidechain !== true) return SESSION
  const { agentId } = message
  return typeof agentId === 'string' && agentId !== '' ? agentId : NAMELESS_AGENT
}
