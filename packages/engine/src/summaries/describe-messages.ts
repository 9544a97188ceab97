import { isAssistantMessage, isMetaMessage, isUserMessage, type Message, messageText } from '@antiphon/core'
import { previewText, toolCallTitle } from '@antiphon/core/ui'
import { blocksOf } from '../conversation/blocks-of.ts'

/** What was said and done, one short paragraph a message, for a model that only has to get the gist; the end counts most. */
export function describeMessages(messages: readonly Message[], maxUnits: number): string {
  const lines = messages.flatMap(describe)
  let units = 0
  const first = lines.findLastIndex(line => {
    units += line.length + 1
    return units > maxUnits
  })
  return first === -1 ? lines.join('\n') : `…\n${lines.slice(first + 1).join('\n')}`
}

function describe(message: Message): readonly string[] {
  if (isAssistantMessage(message)) {
    return blocksOf(message).flatMap(block => {
      if (block.type === 'text') return [`Agent: ${cut(block.text)}`]
      return block.type === 'tool_use' ? [`Call: ${toolCallTitle(block.name, block.input)}`] : []
    })
  }
  if (!isUserMessage(message) || isMetaMessage(message)) return []
  const isResult = blocksOf(message).some(({ type }) => type === 'tool_result')
  return [`${isResult ? 'Result' : 'Person'}: ${cut(messageText(message))}`]
}

function cut(text: string): string {
  return previewText(text, { maxCodePoints: 600, maxLines: 12 }).text
}
