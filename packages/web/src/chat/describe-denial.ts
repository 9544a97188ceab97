import {
  REJECT_MESSAGE,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from '@antiphon/core'
import type { ChatQuestion } from './chat-question.ts'

/** A person's no as models and readers of logs know it: other words would count as a failure of the tool. */
export function describeDenial(reason: string, { agentId }: Pick<ChatQuestion, 'agentId'>): string {
  if (agentId !== undefined)
    return reason === '' ? SUBAGENT_REJECT_MESSAGE : `${SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX}${reason}`
  return reason === '' ? REJECT_MESSAGE : `${REJECT_MESSAGE_WITH_REASON_PREFIX}${reason}`
}
