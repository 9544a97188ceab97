import { isObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'

/** What a command of the session printed. */
export type CommandOutput = {
  readonly command: string
  readonly text: string
  readonly isError: boolean
}

/** The outputs of the session's Bash calls, the newest first. */
export function findShellOutputs(messages: readonly Message[], limit: number): readonly CommandOutput[] {
  const commands = new Map<string, string>()
  const results: { readonly command: string; readonly block: Block }[] = []
  for (const block of messages.flatMap(listBlocks)) {
    if (block.type === 'tool_use' && block.name === 'Bash' && isObject(block.input))
      commands.set(String(block.id), String(block.input.command ?? ''))
    const command = block.type === 'tool_result' ? commands.get(String(block.tool_use_id)) : undefined
    if (command !== undefined) results.push({ command, block })
  }
  const outputs: CommandOutput[] = []
  for (const { command, block } of results.toReversed()) {
    if (outputs.length >= limit) break
    const text = toText(block.content)
    if (text !== '') outputs.push({ command: stripControl(command), text, isError: block.is_error === true })
  }
  return outputs
}

type Block = Readonly<Record<string, unknown>>

// Blocks of a log that goes on may hold anything.
function listBlocks(message: Message): readonly Block[] {
  if (message.type !== 'user' && message.type !== 'assistant') return []
  const { content } = message.message
  return Array.isArray(content) ? (content as readonly unknown[]).filter(isObject) : []
}

function toText(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.flatMap(part =>
    typeof part === 'string' ? [part] : isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return stripControl(texts.join('\n')).trimEnd()
}
