import { SERVER_TOOL_RESULT_TYPES } from '@antiphon/contract'
import type { AnyMessage } from './message.ts'

/** Which block types each message type may carry; an empty list means that it has fields instead of blocks. */
export const BLOCKS_BY_MESSAGE_TYPE: Readonly<Record<AnyMessage['type'], readonly string[]>> = {
  user: ['text', 'tool_result', 'image', 'document', 'search_result', 'container_upload', 'compaction'],
  assistant: [
    'text',
    'tool_use',
    'thinking',
    'redacted_thinking',
    'server_tool_use',
    ...SERVER_TOOL_RESULT_TYPES,
    'mcp_tool_use',
    'mcp_tool_result',
    'container_upload',
    'fallback',
    'compaction',
  ],
  system: [],
  result: [],
  summary: [],
  attachment: [],
  progress: [],
  tombstone: [],
  tool_use_summary: [],
  stream_event: [],
  stream_request_start: [],
}

/** True where a message of `type` may carry a block of `blockType`. */
export function mayCarry(type: AnyMessage['type'], blockType: string): boolean {
  return BLOCKS_BY_MESSAGE_TYPE[type].includes(blockType)
}
