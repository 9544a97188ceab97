import type { Message } from '@antiphon/core'
import type { PermissionAnswer, PermissionPrompt, PermissionQuestion } from './permission.ts'

/** What hooks answer in place of the person. */
export type AnswerForPerson = (question: PermissionQuestion) => Promise<{
  readonly answer: PermissionAnswer | null
  readonly messages: readonly Message[]
}>

/** Asks the hooks and, where they leave it open, the person; where nobody can be asked the answer is no. */
export async function askSomebody(
  somebody: { readonly hooks: AnswerForPerson | undefined; readonly person: PermissionPrompt | null },
  question: PermissionQuestion,
): Promise<{
  readonly answer: PermissionAnswer
  readonly messages: readonly Message[]
}> {
  const { answer = null, messages = [] } = (await somebody.hooks?.(question)) ?? {}
  return { answer: answer ?? (await somebody.person?.(question)) ?? { behavior: 'deny' }, messages }
}
