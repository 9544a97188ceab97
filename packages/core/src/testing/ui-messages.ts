import type { Message } from '../message/message.ts'

let count = 0

/** Short builders for logs in tests of the person's view: only what the view reads, uuids counted. */
export function entry(type: string, fields: object): Message {
  count += 1
  const second = String(count % 60).padStart(2, '0')
  const base = { uuid: `entry-${count}`, timestamp: `2026-01-01T00:00:${second}.000Z` }
  // Tests also build what no version writes; the view promises to take it.
  return { ...base, type, ...fields } as unknown as Message
}

export function prompt(content: unknown, more: object = {}): Message {
  return entry('user', { message: { role: 'user', content }, ...more })
}

export function answer(id: string, blocks: readonly object[], more: object = {}): Message {
  return entry('assistant', { message: { role: 'assistant', id, content: blocks }, ...more })
}

export function toolUse(id: string, name = 'Bash', input: object = { command: id }): object {
  return { type: 'tool_use', id, name, input }
}

export function toolResult(id: string, content = 'ok', more: object = {}): Message {
  return prompt([{ type: 'tool_result', tool_use_id: id, content }], more)
}

export function text(value: string): object {
  return { type: 'text', text: value }
}
