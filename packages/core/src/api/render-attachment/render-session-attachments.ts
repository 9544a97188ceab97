import type { AnySessionAttachment } from '../../message/attachment-session.ts'
import { joinParagraphs, listUnder, objectOf, textOf, textsOf } from './read-field.ts'
import { renderContextSections } from './render-context-sections.ts'
import type { Renderers } from './renderer.ts'

/** Where and when the session runs, and with whom. */
export const SESSION_RENDERERS: Renderers<AnySessionAttachment> = {
  date: ({ date }) => textOf(date) && `Today is ${textOf(date)}.`,
  date_change: ({ newDate }) =>
    textOf(newDate) &&
    `The date has changed: today is ${textOf(newDate)}. There is no need to tell the user.`,
  environment: ({ snapshot }) => {
    const fields = objectOf(snapshot)
    return listUnder('# Environment', [
      ...line('Working directory', textOf(fields.workingDirectory)),
      ...line('Further working directories', textsOf(fields.additionalWorkingDirectories).join(', ')),
      ...line('Git repository', yesOrNo(fields.isGitRepo)),
      ...line('Git worktree', fields.isWorktree === true ? 'yes' : ''),
      ...line('Platform', textOf(fields.platform)),
      ...line('Shell', textOf(fields.shell)),
      ...line('Operating system', textOf(fields.osVersion)),
    ])
  },
  model: ({ text, identity }) => {
    const { modelId, marketingName, knowledgeCutoff } = objectOf(identity)
    if (textOf(text)) return textOf(text)
    const name = [textOf(marketingName), textOf(modelId)].filter(Boolean).join(', ')
    return joinParagraphs(
      name && `You are the model ${name}.`,
      textOf(knowledgeCutoff) && `Your knowledge ends in ${textOf(knowledgeCutoff)}.`,
    )
  },
  session_context: ({ context }) => renderContextSections(objectOf(context)),
  remote_session_change: ({ url, commit, pr }) =>
    joinParagraphs(
      textOf(url) && `This session is shown at ${textOf(url)}.`,
      textOf(commit) && `End commit messages with:\n${textOf(commit)}`,
      textOf(pr) && `End descriptions of pull requests with:\n${textOf(pr)}`,
    ),
}

function line(name: string, value: string): readonly string[] {
  return value === '' ? [] : [`- ${name}: ${value}`]
}

function yesOrNo(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''
}
