import { createHumanOrigin } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { AgentOwner, ChatAgent, HostAnswer } from '@antiphon/host'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import { type AnsweredFirst, formatAnsweredFirst } from '../protocol/answered-first.ts'
import { readPageFrame } from './read-page-frame.ts'

/** Hands in frames of pages. Of two who answer the same question the first decides; the other hears who did. */
export function createControlTaker(
  agent: Pick<ChatAgent, 'hear' | 'pending' | 'settle'>,
  say: AgentOwner['say'],
): (frame: Readonly<Record<string, unknown>>) => Refusal | undefined {
  const decided = new Map<string, string>()

  function note(requestId: string, answer: HostAnswer): void {
    const [oldest] = decided.keys()
    if (decided.size >= MAX_DECIDED && oldest !== undefined) decided.delete(oldest)
    decided.set(requestId, describeFirst(answer))
  }

  return frame => {
    const read = readPageFrame(frame)
    if (isRefusal(read)) return read
    if (read.kind !== 'answer') {
      agent.hear(read)
      return undefined
    }
    const { requestId, answer } = read
    const asked = agent.pending().find(one => one.request_id === requestId)
    if (!agent.settle(requestId, answer)) return refuse(409, decided.get(requestId) ?? TOO_LATE)
    note(requestId, answer)
    const toolName = asked?.request.subtype === 'can_use_tool' ? asked.request.tool_name : undefined
    // The other pages have to know that it is answered, and by whom.
    say({
      type: 'control_cancel_request',
      request_id: requestId,
      ...(answer.status === 'answered' && {
        behavior: readBehavior(answer),
        ...(answer.author && { origin: createHumanOrigin(answer.author) }),
      }),
      ...(toolName !== undefined && { tool_name: toolName }),
    })
    return undefined
  }
}

function readBehavior(answer: HostAnswer): AnsweredFirst['behavior'] {
  if (answer.status !== 'answered') return 'deny'
  const { behavior, action } = answer.response
  // A server's question is accepted, a tool's allowed.
  return behavior === 'allow' || action === 'accept' ? 'allow' : 'deny'
}

function describeFirst(answer: HostAnswer): string {
  const author = answer.status === 'answered' ? answer.author : undefined
  if (!author) return TOO_LATE
  return formatAnsweredFirst({ name: stripControl(author.name), behavior: readBehavior(answer) })
}

const MAX_DECIDED = 100
const TOO_LATE = 'Nobody waits for that answer any more: it was given, or the question was taken back.'
