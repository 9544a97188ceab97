import { createAttachmentMessage, type Message } from '@antiphon/core'
import { collectEditedFiles } from '../memory/collect-edited-files.ts'
import { collectMentions } from '../memory/collect-mentions.ts'
import type { QueryContext } from '../query/query-context.ts'
import { collectReminders } from './collect-reminders.ts'
import type { Session } from './session.ts'

/** What changed since the model was last told: what the session knows, files that somebody else edited, what the caller adds. */
export async function collectSessionNews(session: Session): Promise<readonly Message[]> {
  const edited = await collectAgentNews(session)
  return [...((await session.options.collectNews?.()) ?? []), ...(await collectReminders(session)), ...edited]
}

/** The same for a subagent, which has no list, no plan and no days of its own. */
export async function collectAgentNews({ state }: Session): Promise<readonly Message[]> {
  return (await collectEditedFiles(state.files)).map(createAttachmentMessage)
}

/** What a person named by `@` in a prompt, if rules let the agent read it without asking. */
export async function collectPromptMentions(
  source: Session & { readonly prompt: string },
  context: Pick<QueryContext, 'toolbox' | 'toolContext'>,
): Promise<readonly Message[]> {
  const { options, state, prompt } = source
  const read = context.toolbox.find('Read')
  if (!read || !prompt.includes('@')) return []
  const mayRead = (path: string): boolean =>
    options.permissions.decide(
      {
        toolName: read.name,
        input: { file_path: path },
        access: { kind: 'read', paths: [path] },
        isReadOnly: true,
      },
      state.permissions(),
    ).behavior === 'allow'
  const attachments = await collectMentions({
    prompt,
    read,
    context: context.toolContext('mention'),
    mayRead,
  })
  return attachments.map(createAttachmentMessage)
}
