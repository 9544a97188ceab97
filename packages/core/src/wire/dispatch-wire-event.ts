import {
  type ContentBlock,
  type ImageBlock,
  isObject,
  isServerToolResultBlock,
  type McpToolResultBlock,
  type McpToolUseBlock,
  type RedactedThinkingBlock,
  type ServerToolResultBlock,
  type ServerToolUseBlock,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@antiphon/contract'
import { getContentBlocks } from './get-content-blocks.ts'
import type { WireEvent } from './wire-event.ts'
import type { WireResultEvent } from './wire-result-event.ts'
import type { WireSystemEvent } from './wire-system-event.ts'

export const EventTypeToolUse = 'tool_use'
export const EventTypeToolResult = 'tool_result'
export const EventTypeText = 'text'
export const EventTypeThinking = 'thinking'
export const EventTypeImage = 'image'
export const EventTypeServerToolUse = 'server_tool_use'
export const EventTypeServerToolResult = 'server_tool_result'
export const EventTypeBlock = 'block'
export const EventTypeSystem = 'system'
export const EventTypeResult = 'result'
export const EventTypeOther = 'other'

/** What a listener hears: each nested block on its own, and each event that has none. */
export type DispatchedEvent =
  | Dispatched<typeof EventTypeToolUse, ToolUseBlock>
  | Dispatched<typeof EventTypeToolResult, ToolResultBlock>
  | Dispatched<typeof EventTypeText, TextBlock>
  | Dispatched<typeof EventTypeThinking, ThinkingBlock | RedactedThinkingBlock>
  | Dispatched<typeof EventTypeImage, ImageBlock>
  | Dispatched<typeof EventTypeServerToolUse, ServerToolUseBlock | McpToolUseBlock>
  | Dispatched<typeof EventTypeServerToolResult, ServerToolResultBlock | McpToolResultBlock>
  | Dispatched<typeof EventTypeBlock, ContentBlock>
  | { readonly type: typeof EventTypeSystem; readonly event: WireSystemEvent }
  | { readonly type: typeof EventTypeResult; readonly event: WireResultEvent }
  | { readonly type: typeof EventTypeOther; readonly event: WireEvent }

type Dispatched<Type extends string, Block> = {
  readonly type: Type
  readonly block: Block
  readonly event: WireEvent
}

/** Calls `callback` for every block that is nested in `event`, in order, or once for an event without blocks. */
export function dispatchCallback(event: WireEvent, callback: (dispatched: DispatchedEvent) => void): void {
  for (const dispatched of dispatchWireEvent(event)) callback(dispatched)
}

/** The same as an async iterator over a whole stream. */
export async function* dispatchWireEvents(
  events: AsyncIterable<WireEvent>,
): AsyncGenerator<DispatchedEvent, void, undefined> {
  for await (const event of events) yield* dispatchWireEvent(event)
}

/** The same as a list. */
export function dispatchWireEvent(event: WireEvent): readonly DispatchedEvent[] {
  if (event.type === 'system') return [{ type: EventTypeSystem, event }]
  if (event.type === 'result') return [{ type: EventTypeResult, event }]
  const blocks = getContentBlocks(event)
  return blocks.length === 0
    ? [{ type: EventTypeOther, event }]
    : blocks.map(block => dispatchBlock(block, event))
}

/** A block whose defining field is missing is handed on as `block`, so that no listener trips over it. */
function dispatchBlock(block: ContentBlock, event: WireEvent): DispatchedEvent {
  switch (block.type) {
    case 'tool_use':
      if (isName(block.name)) return { type: EventTypeToolUse, block, event }
      break
    case 'tool_result':
      return { type: EventTypeToolResult, block, event }
    case 'text':
      if (typeof block.text === 'string') return { type: EventTypeText, block, event }
      break
    case 'thinking':
    case 'redacted_thinking':
      return { type: EventTypeThinking, block, event }
    case 'image':
      if (isObject(block.source)) return { type: EventTypeImage, block, event }
      break
    case 'server_tool_use':
    case 'mcp_tool_use':
      if (isName(block.name)) return { type: EventTypeServerToolUse, block, event }
      break
    case 'mcp_tool_result':
      return { type: EventTypeServerToolResult, block, event }
  }
  if (isServerToolResultBlock(block)) return { type: EventTypeServerToolResult, block, event }
  return { type: EventTypeBlock, block, event }
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
