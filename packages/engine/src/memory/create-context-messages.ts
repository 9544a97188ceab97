import { type AttachmentMessage, createAttachmentMessage } from '@antiphon/core'
import type { SessionContext } from './collect-session-context.ts'

/** The context as messages that open a session: stored with it, so that a resume sends the same bytes. */
export function createContextMessages(context: SessionContext): readonly AttachmentMessage[] {
  const { environment, date, model, sections } = context
  return [
    createAttachmentMessage({ type: 'environment', snapshot: environment }),
    createAttachmentMessage({ type: 'date', date }),
    createModelMessage(model),
    ...(Object.keys(sections).length > 0
      ? [createAttachmentMessage({ type: 'session_context', context: sections })]
      : []),
  ]
}

/** Tells the model which one it is. */
export function createModelMessage(model: string): AttachmentMessage {
  return createAttachmentMessage({
    type: 'model',
    identity: { modelId: model },
    text: `You are running as the model ${model}.`,
  })
}

/** The same as one record for `prependUserContext`, for a caller that keeps it outside the log. */
export function createUserContext({
  environment,
  date,
  sections,
}: SessionContext): Readonly<Record<string, string>> {
  const lines = [
    `Working directory: ${environment.workingDirectory}`,
    `Git repository: ${environment.isGitRepo ? 'yes' : 'no'}`,
    `Platform: ${environment.platform} (${environment.osVersion})`,
  ]
  return { ...sections, environment: lines.join('\n'), currentDate: `Today is ${date}.` }
}
