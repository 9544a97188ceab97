import type { WireEvent } from '@antiphon/core'

let count = 0

/** An event with the fields that every event has; tests hand in the rest. */
export function wire(type: string, fields: object): WireEvent {
  count += 1
  // Tests also build what no program should write.
  return { type, uuid: `u${count}`, session_id: 's1', ...fields } as unknown as WireEvent
}

export function initEvent(): WireEvent {
  return wire('system', {
    subtype: 'init',
    cwd: '/home/dev/lighthouse',
    model: 'claude-opus-5-5',
    tools: ['Bash', 'Read'],
    permissionMode: 'acceptEdits',
  })
}

export function answer(block: object, parent: string | null = null): WireEvent {
  const usage = { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 5 }
  const message = { id: 'msg_1', role: 'assistant', model: 'claude-opus-5-5', content: [block], usage }
  return wire('assistant', { message, parent_tool_use_id: parent })
}

export function call(id: string, name: string, input: object, parent: string | null = null): WireEvent {
  return answer({ type: 'tool_use', id, name, input }, parent)
}

export function toolResult(
  id: string,
  content: string,
  fields: { isError?: boolean; parent?: string } = {},
): WireEvent {
  const block = { type: 'tool_result', tool_use_id: id, content, is_error: fields.isError ?? false }
  return wire('user', {
    message: { role: 'user', content: [block] },
    parent_tool_use_id: fields.parent ?? null,
  })
}

export function delta(text: string, parent: string | null = null): WireEvent {
  const event = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
  return wire('stream_event', { event, parent_tool_use_id: parent })
}
