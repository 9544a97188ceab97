import type { Thread } from './collect-threads.ts'
import { type GroupMember, groupToolMessages, type ToolGroup } from './group-tool-messages.ts'
import { isLaunchedOnly, type ToolStatus, toolStatus } from './tool-status.ts'
import { numberTurns } from './turn-numbers.ts'

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
