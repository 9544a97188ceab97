import type { ApiMessage, ApiRequest, ContentBlock } from '@antiphon/contract'

/** What somebody does to a conversation whose thinking the simulator signed. */
export type ThinkingCase = {
  readonly rule: string
  readonly title: string
  readonly edit: (request: ApiRequest) => ApiRequest
}

/** Edits of a conversation of two turns, each with a call: the answers are messages 1, 3, 5 and 7. */
export const THINKING_CASES: readonly ThinkingCase[] = [
  {
    rule: 'THK-08',
    title: 'changed thinking in the turn that goes on',
    edit: request =>
      editBlocks({ ...request, messages: request.messages.slice(0, 3) }, 1, blocks =>
        blocks.map(block => (block.type === 'thinking' ? { ...block, thinking: 'edited' } : block)),
      ),
  },
  {
    rule: 'THK-10',
    title: 'a signature that nobody made',
    edit: request =>
      editBlocks(request, 1, blocks =>
        blocks.map(block => (block.type === 'thinking' ? { ...block, signature: 'c29tZXRoaW5n' } : block)),
      ),
  },
  {
    rule: 'THK-11',
    title: 'redacted thinking that nobody made',
    edit: request =>
      editBlocks(request, 1, blocks => [{ type: 'redacted_thinking', data: 'eHg=' }, ...blocks]),
  },
  { rule: 'THK-20', title: 'another system prompt', edit: request => ({ ...request, system: 'be strict' }) },
  {
    rule: 'THK-21',
    title: 'a gap in the run of thinking',
    edit: request => editBlocks(request, 3, blocks => blocks.filter(block => block.type !== 'thinking')),
  },
]

function editBlocks(
  request: ApiRequest,
  index: number,
  edit: (blocks: readonly ContentBlock[]) => readonly ContentBlock[],
): ApiRequest {
  const messages = request.messages.map(
    (message, at): ApiMessage =>
      at === index && typeof message.content !== 'string'
        ? { ...message, content: edit(message.content) }
        : message,
  )
  return { ...request, messages }
}
