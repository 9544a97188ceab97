import type { PermissionPrompt } from '../permissions/permission.ts'
import type { EngineHooks } from './engine-hooks.ts'
import type { Inbox } from './inbox.ts'

/** The same person; hooks hear that they are needed, while they are being asked. */
export function notifyPerson(
  ask: PermissionPrompt | null,
  onNotification: EngineHooks['onNotification'],
  inbox: Inbox,
): PermissionPrompt | null {
  if (!ask || !onNotification) return ask
  return question => {
    const message = `Permission is needed to use ${question.toolName}`
    const notification = { type: 'permission_prompt', title: question.title, message } as const
    onNotification(notification, question.signal).then(
      ({ messages }) => inbox.add(messages),
      () => undefined,
    )
    return ask(question)
  }
}
