import { isAttachmentMessage, type Message } from '@antiphon/core'
import type { LocalCommand } from '../command.ts'

/** Names the files whose instructions the model was told. */
export const memoryCommand: LocalCommand = {
  kind: 'local',
  name: 'memory',
  description: 'Show which files tell the model its instructions',
  argumentHint: '',
  run({ session: { options, state } }) {
    const nested = state.conversation.messages().flatMap(nestedPath)
    const paths = [...new Set([...(options.memoryPaths ?? []), ...nested])]
    if (paths.length === 0)
      return `No file tells the model anything. Write a CLAUDE.md in ${options.cwd} for what it should always know.`
    return ['Instructions for the model:', ...paths.map(path => `  ${path}`)].join('\n')
  },
}

function nestedPath(message: Message): readonly string[] {
  if (!isAttachmentMessage(message) || message.attachment.type !== 'nested_memory') return []
  const { path } = message.attachment
  return typeof path === 'string' ? [path] : []
}
