import { isAttachmentMessage, type Message } from '@antiphon/core'
import type { LocalCommand } from '../../session/command.ts'

/** Names the files whose instructions the model was told. */
export const memoryCommand: LocalCommand = {
  kind: 'local',
  name: 'memory',
  description: 'Show which files tell the model its instructions',
  argumentHint: '',
  run({ session: { memoryPaths = [], cwd, conversation } }) {
    const later = conversation.messages().flatMap(toldPath)
    const paths = [...new Set([...memoryPaths, ...later])]
    if (paths.length === 0)
      return `No file tells the model anything. Write a CLAUDE.md in ${cwd} for what it should always know.`
    return ['Instructions for the model:', ...paths.map(path => `  ${path}`)].join('\n')
  },
}

/** What was told on the way: files of folders, and those that came or changed. */
function toldPath(message: Message): readonly string[] {
  if (!isAttachmentMessage(message)) return []
  const { attachment } = message
  if (attachment.type !== 'nested_memory' && attachment.type !== 'memory') return []
  return typeof attachment.path === 'string' ? [attachment.path] : []
}
