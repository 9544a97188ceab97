import { createAttachmentMessage, type Message } from '@antiphon/core'
import { collectEditedFiles } from '../memory/collect-edited-files.ts'
import { collectMentions } from '../memory/collect-mentions.ts'
import { collectReminders } from './collect-reminders.ts'
import type { Session } from './session.ts'
import type { Turn } from './turn.ts'

/** What changed since the model was last told: what the session knows, files that somebody else edited. */
export async function collectSessionNews(session: Session): Promise<readonly Message[]> {
  const edited = await collectEditNews(session)
  return [...(await collectReminders(session)), ...edited]
}

/** The files alone, for a subagent, which has no list, no plan and no days of its own. */
export async function collectEditNews({ files }: Session): Promise<readonly Message[]> {
  return (await collectEditedFiles(files)).map(createAttachmentMessage)
}

/** What a person named by `@` in a prompt, if rules let the agent read it without asking. */
export async function collectPromptMentions(turn: Turn, prompt: string): Promise<readonly Message[]> {
  const read = turn.toolbox.find('Read')
  if (!read || !prompt.includes('@')) return []
  const mayRead = (path: string): boolean =>
    turn.decide(
      {
        toolName: read.name,
        input: { file_path: path },
        access: { kind: 'read', paths: [path] },
        isReadOnly: true,
      },
      turn.permissions(),
    ).behavior === 'allow'
  const attachments = await collectMentions({ prompt, read, context: turn.toolContext('mention'), mayRead })
  return attachments.map(createAttachmentMessage)
}
