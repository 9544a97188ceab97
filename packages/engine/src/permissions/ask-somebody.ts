import { buildNobodyToAskMessage, type Message } from '@antiphon/core'
import type { PermissionAnswer, PermissionPrompt, PermissionQuestion } from './permission.ts'

/** What hooks answer in place of the person. */
export type AnswerForPerson = (question: PermissionQuestion) => Promise<{
  readonly answer: PermissionAnswer | null
  readonly messages: readonly Message[]
  /** Why the turn ends here, whatever the answer. */
  readonly stop?: string | null
}>

/** Asks the hooks and, where they leave it open or may not allow it, the person; where nobody can be asked the answer is no. */
export async function askSomebody(
  somebody: { readonly hooks: AnswerForPerson | undefined; readonly person: PermissionPrompt | null },
  question: PermissionQuestion,
  needsPerson: boolean,
): Promise<SomebodysAnswer> {
  const { answer = null, messages = [], stop = null } = (await somebody.hooks?.(question)) ?? {}
  if (answer !== null && !(needsPerson && answer.behavior === 'allow'))
    return { answer, messages, stop, isFromHook: true }
  return { answer: await askPerson(somebody.person, question), messages, stop: null, isFromHook: false }
}

export type SomebodysAnswer = {
  readonly answer: PermissionAnswer
  readonly messages: readonly Message[]
  readonly stop: string | null
  readonly isFromHook: boolean
}

/** What the person says; where there is none, no, in words that blame nobody. A subagent has words of its own. */
export async function askPerson(
  person: PermissionPrompt | null,
  question: PermissionQuestion,
): Promise<PermissionAnswer> {
  if (person) return person(question)
  const { toolName, reason, agentId } = question
  const message = buildNobodyToAskMessage(toolName, reason)
  return { behavior: 'deny', reason, by: 'other', ...(agentId === undefined && { message }) }
}
