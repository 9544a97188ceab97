import { isObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import { parseCommand, parseShellOutput, stripControl } from '@antiphon/core/ui'

/** What a command of the session printed. */
export type CommandOutput = {
  readonly command: string
  readonly text: string
  readonly isError: boolean
}

/** The outputs of the session's Bash calls and of the commands that the person ran by `!`, the newest first. */
export function findShellOutputs(messages: readonly Message[], limit: number): readonly CommandOutput[] {
  const commands = new Map<string, string>()
  const results: { readonly command: string; readonly output: Block | string }[] = []
  let typed: string | undefined
  for (const message of messages)
    for (const block of listBlocks(message)) {
      if (block.type === 'tool_use' && block.name === 'Bash' && isObject(block.input))
        commands.set(String(block.id), String(block.input.command ?? ''))
      const called = block.type === 'tool_result' ? commands.get(String(block.tool_use_id)) : undefined
      if (called !== undefined) results.push({ command: called, output: block })
      const text = message.type !== 'assistant' && typeof block.text === 'string' ? block.text : ''
      if (!text.trimStart().startsWith('<bash-')) continue
      const command = parseCommand(text)
      if (command?.name === '!') typed = command.input
      else if (typed !== undefined) results.push({ command: typed, output: text })
    }
  const outputs: CommandOutput[] = []
  for (const { command, output } of results.toReversed()) {
    if (outputs.length >= limit) break
    const { text, isError } = typeof output === 'string' ? readTyped(output) : readResult(output)
    if (text !== '') outputs.push({ command: stripControl(command), text, isError })
  }
  return outputs
}

type Block = Readonly<Record<string, unknown>>
type Printed = Pick<CommandOutput, 'text' | 'isError'>

// Blocks of a log that goes on may hold anything.
function listBlocks(message: Message): readonly Block[] {
  if (message.type === 'system') return message.subtype === 'local_command' ? [toBlock(message.content)] : []
  if (message.type !== 'user' && message.type !== 'assistant') return []
  const { content } = message.message
  return Array.isArray(content) ? (content as readonly unknown[]).filter(isObject) : [toBlock(content)]
}

function toBlock(text: unknown): Block {
  return { type: 'text', text }
}

function readResult({ content, is_error: isError }: Block): Printed {
  return { text: toText(content), isError: isError === true }
}

/** Of a command that failed a log has nothing but its errors. */
function readTyped(content: string): Printed {
  const { stdout = '', stderr = '' } = parseShellOutput(content) ?? {}
  return { text: toText([stdout, stderr].filter(Boolean)), isError: stdout === '' }
}

function toText(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.flatMap(part =>
    typeof part === 'string' ? [part] : isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return stripControl(texts.join('\n')).trimEnd()
}
