import { isObject, type JsonObject } from '@antiphon/contract'
import {
  type PermissionAnswer,
  type PermissionPrompt,
  type SessionServices,
  toRulesUpdate,
} from '@antiphon/engine'
import { readPermissionAnswer } from '../agent/read-permission-answer.ts'
import type { Host } from './host.ts'
import type { HostAnswer } from './host-frame.ts'
import type { PeerAnswers } from './peer-answers.ts'

/** Asks the host whether a call may run, by `can_use_tool`. Whoever does not answer, or not clearly, has said no. */
export function createHostPermissionPrompt(
  host: Host,
  whileWaiting: <T>(work: () => Promise<T>) => Promise<T>,
  peers: Pick<PeerAnswers, 'tell'>,
): PermissionPrompt {
  return async ({ toolName, toolUseId, input, title, reason, suggestions, access, agentId, signal }) => {
    const blockedPath = access.kind === 'read' || access.kind === 'write' ? access.paths[0] : undefined
    const answer = await whileWaiting(() =>
      host.ask(
        {
          subtype: 'can_use_tool',
          tool_name: toolName,
          display_name: toolName,
          input,
          tool_use_id: toolUseId,
          title,
          permission_suggestions: suggestions.map(toRulesUpdate),
          ...(typeof input.description === 'string' && { description: input.description }),
          ...(blockedPath !== undefined && { blocked_path: blockedPath }),
          ...(reason !== '' && { decision_reason: reason }),
          ...(agentId !== undefined && { agent_id: agentId }),
        },
        signal,
      ),
    )
    const decision = toPermissionAnswer(answer)
    const messages = peers.tell(answer, { behavior: decision.behavior, toolName, toolUseId })
    return messages.length > 0 ? { ...decision, messages } : decision
  }
}

/** What a host's answer means. */
export function toPermissionAnswer(answer: HostAnswer): PermissionAnswer {
  switch (answer.status) {
    case 'answered':
      return readPermissionAnswer(answer.response)
    case 'refused':
      return { behavior: 'deny', message: `The host could not decide: ${answer.error}` }
    case 'gone':
      return { behavior: 'deny', message: 'Nobody is there any more to allow this.' }
    case 'cancelled':
      return { behavior: 'deny' }
  }
}

/** Asks the person at the host to choose, as Claude Code does: by `can_use_tool`, whose answer holds the input with `answers`. */
export function createHostQuestions(
  host: Host,
  whileWaiting: <T>(work: () => Promise<T>) => Promise<T>,
  peers: Pick<PeerAnswers, 'tell'>,
): NonNullable<SessionServices['questions']> {
  return async (questions, signal, toolUseId) => {
    const answer = await whileWaiting(() =>
      host.ask(
        {
          subtype: 'can_use_tool',
          tool_name: 'AskUserQuestion',
          display_name: 'AskUserQuestion',
          // They are JSON.
          input: { questions: questions as unknown as JsonObject[] },
          tool_use_id: '',
        },
        signal,
      ),
    )
    const decision = toPermissionAnswer(answer)
    const answers = decision.behavior === 'allow' ? decision.updatedInput?.answers : undefined
    if (!isObject(answers)) return null
    const messages = peers.tell(answer, { behavior: 'answer', toolName: 'AskUserQuestion', toolUseId })
    // It came as JSON.
    return { answers: answers as JsonObject, ...(messages.length > 0 && { messages }) }
  }
}
