import { isObject } from '@antiphon/contract'
import { isMetaMessage } from '../message/message-guards.ts'
import { readString } from '../message/read-field.ts'
import type { Thread } from './collect-threads.ts'
import { type GroupMember, groupToolMessages, type ToolGroup } from './group-tool-messages.ts'
import { readToolPart } from './tool-part.ts'
import { isLaunchedOnly, type ToolStatus, toolStatus } from './tool-status.ts'

/** A thread in which every call has its group and its status. */
export type JudgedThread = Thread & {
  /** For each piece, what it is to a call. */
  readonly members: readonly (GroupMember | undefined)[]
  readonly statuses: ReadonlyMap<ToolGroup, ToolStatus>
  /** The first call of each id. */
  readonly calls: ReadonlyMap<string, ToolGroup>
  /** The call for which this thread's work was done. */
  readonly callAbove: ToolGroup | undefined
}

/** Groups and judges threads that come shallow first: what is open in a thread is over when the call above it is. */
export function judgeThreads(threads: readonly Thread[]): JudgedThread[] {
  const judged = new Map<string | undefined, JudgedThread>()
  for (const thread of threads) {
    const members = groupToolMessages(thread.pieces.map(piece => piece.message))
    const calls = firstCalls(members)
    const above = thread.owner === undefined ? undefined : judged.get(thread.parent)
    const callAbove = thread.owner === undefined ? undefined : above?.calls.get(thread.owner)
    const isClosed = callAbove !== undefined && isFinished(callAbove, above)
    const statuses = judgeCalls({ thread, members, isClosed })
    judged.set(thread.owner, { ...thread, members, statuses, calls, callAbove })
  }
  return [...judged.values()]
}

function firstCalls(members: JudgedThread['members']): ReadonlyMap<string, ToolGroup> {
  const calls = new Map<string, ToolGroup>()
  for (const member of members) {
    const id = member?.role === 'call' ? member.group.id : undefined
    if (member && id !== undefined && !calls.has(id)) calls.set(id, member.group)
  }
  return calls
}

function isFinished(call: ToolGroup, thread: JudgedThread | undefined): boolean {
  return thread?.statuses.get(call) !== 'running' && !isLaunchedOnly(call.results[0])
}

type JudgeCallsOptions = {
  readonly thread: Thread
  readonly members: JudgedThread['members']
  readonly isClosed: boolean
}

function judgeCalls({ thread, members, isClosed }: JudgeCallsOptions): ReadonlyMap<ToolGroup, ToolStatus> {
  const turns = numberTurns(thread.pieces.map(piece => piece.message))
  const lastTurn = turns.at(-1)
  const statuses = new Map<ToolGroup, ToolStatus>()
  members.forEach((member, index) => {
    if (member?.role !== 'call') return
    const isOver = isClosed || turns[index] !== lastTurn
    statuses.set(member.group, toolStatus(member.group.results[0], isOver))
  })
  return statuses
}

/**
 * Numbers the turns of a thread: a new one begins with each answer of the model and with each word of a
 * person, but not with tool results or meta messages. A call of an earlier turn gets no result any more.
 */
function numberTurns(messages: readonly unknown[]): readonly number[] {
  let turn = 0
  let answerId: string | undefined
  let isAfterUser = true
  return messages.map(message => {
    if (!isObject(message)) return turn
    if (message.type === 'assistant') {
      const id = readString(message.message, 'id')
      // One answer is stored block by block, and results may stand between its blocks.
      if (id === undefined ? isAfterUser : id !== answerId) turn += 1
      answerId = id
      isAfterUser = false
    } else if (message.type === 'user') {
      isAfterUser = true
      if (!isMetaMessage(message) && readToolPart(message) === undefined) turn += 1
    }
    return turn
  })
}
