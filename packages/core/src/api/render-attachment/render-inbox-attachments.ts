import type { AnyInboxAttachment } from '../../message/attachment-inbox.ts'
import { readOriginAuthor } from '../../message/message-author.ts'
import { firstTextOf, joinParagraphs, objectOf, objectsOf, textOf } from './read-field.ts'
import { createReminderBlock } from './reminder-block.ts'
import type { Renderers } from './renderer.ts'
import { toPromptBlocks } from './to-prompt-blocks.ts'

/** What arrived while the model worked. */
export const INBOX_RENDERERS: Renderers<AnyInboxAttachment> = {
  queued_command: ({ prompt, origin, commandMode }) => {
    const blocks = toPromptBlocks(prompt)
    return blocks.length === 0 ? '' : [createReminderBlock(introduce(origin, commandMode)), ...blocks]
  },
  task_status: ({ taskId, taskType, description, status, deltaSummary, outputFilePath }) => {
    const name = [textOf(description), textOf(taskId)].filter(Boolean).join(', ')
    const kind = textOf(taskType) && ` (${textOf(taskType)})`
    if (name === '' && textOf(status) === '') return ''
    return joinParagraphs(
      `Background task ${name || 'without a name'}${kind}: ${textOf(status) || 'state unknown'}.`,
      textOf(deltaSummary),
      textOf(outputFilePath) && `Its output is in ${textOf(outputFilePath)}.`,
    )
  },
  teammate_mailbox: ({ messages }) =>
    joinParagraphs(
      objectsOf(messages).map(
        ({ from, text }) =>
          textOf(text) && `Message from the teammate ${textOf(from) || 'without a name'}:\n${textOf(text)}`,
      ),
    ),
  team_context: ({ agentName, agentId, teamName, teamConfigPath, taskListPath }) => {
    const name = firstTextOf(agentName, agentId)
    if (name === '' && textOf(teamName) === '') return ''
    return joinParagraphs(
      `You are ${name || 'a member'} of the team ${textOf(teamName) || 'without a name'}.`,
      textOf(teamConfigPath) && `Its members are listed in ${textOf(teamConfigPath)}.`,
      textOf(taskListPath) && `Its tasks are listed in ${textOf(taskListPath)}.`,
    )
  },
}

/** Says whose words follow: only those of the person call for an answer. */
function introduce(origin: unknown, commandMode: unknown): string {
  const kind = textOf(objectOf(origin).kind) || textOf(origin)
  if (commandMode === 'task-notification' || kind === 'task-notification') {
    return 'A background task reported this while you were working:'
  }
  if (kind !== '' && kind !== 'human') {
    const sender = textOf(objectOf(origin).from)
    return `This arrived while you were working, not from the user (${[kind, sender].filter(Boolean).join(', ')}):`
  }
  const author = readOriginAuthor(origin)
  const sender = author === null ? 'The user' : JSON.stringify(author.name)
  return `${sender} sent this while you were working. See to it when the step at hand is done:`
}
