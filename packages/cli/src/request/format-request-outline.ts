import {
  type ApiMessage,
  type ApiRequest,
  type ContentBlock,
  isObject,
  toContentBlocks,
} from '@antiphon/contract'
import { formatCount, oneLine, previewToolResult, toolCallTitle } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth } from '../terminal/text-width.ts'

/** A request that fits on a screen: a line a message, a line a block. */
export function formatRequestOutline(request: ApiRequest, screen: Screen): string[] {
  const { palette } = screen
  const head = `${request.model} · ${formatCount(request.messages.length, 'message')} · max_tokens ${request.max_tokens}`
  return [palette.dim(head), ...request.messages.flatMap(message => formatMessage(message, screen))]
}

function formatMessage({ role, content }: ApiMessage, screen: Screen): string[] {
  const { palette } = screen
  const style = role === 'user' ? palette.cyan : role === 'assistant' ? palette.magenta : palette.yellow
  return [style(role), ...toContentBlocks(content).map(block => formatBlock(block, screen))]
}

const TYPE_COLUMN = 18

function formatBlock(block: ContentBlock, { palette, width }: Screen): string {
  const type = cutToWidth(oneLine(block.type, 40), TYPE_COLUMN - 1).padEnd(TYPE_COLUMN)
  const marker = 'cache_control' in block && block.cache_control ? ' ◆ cache' : ''
  const words = cutToWidth(describeBlock(block), Math.max(10, width - TYPE_COLUMN - 2 - marker.length))
  return `  ${palette.dim(type)}${words}${palette.yellow(marker)}`
}

function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return toolCallTitle(block.name, block.input)
    case 'thinking':
      return oneLine(block.thinking, 200)
    case 'tool_result':
      return `${block.is_error === true ? 'error: ' : ''}${oneLine(previewToolResult(block).text, 200)}`
    default:
      return oneLine(previewToolResult(block).text || describeFields(block), 200)
  }
}

function describeFields(block: unknown): string {
  return isObject(block) ? Object.keys(block).join(', ') : ''
}
