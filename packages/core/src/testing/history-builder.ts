import { SYNTHETIC_MODEL } from '../message/synthetic-texts.ts'

/** A message of a hand-made log, typed as loosely as what a file may hold. */
export type LogMessage = Readonly<Record<string, unknown>>

/** A log: each message gets the uuid and the time of its place, unless it has its own. */
export function log(...messages: readonly LogMessage[]): readonly LogMessage[] {
  return messages.map((message, index) => ({ uuid: uuidAt(index), timestamp: timeAt(index), ...message }))
}

/** The uuid of the message at a place of `log`. */
export function uuidAt(index: number): string {
  return `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
}

function timeAt(index: number): string {
  return new Date(1_770_000_000_000 + index * 1000).toISOString()
}

export function user(content: unknown, fields: object = {}): LogMessage {
  return { type: 'user', message: { role: 'user', content }, ...fields }
}

/** An entry of the answer `id`; a string becomes its one text block. */
export function answer(id: string, content: unknown, inner: object = {}): LogMessage {
  return {
    type: 'assistant',
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: typeof content === 'string' ? [text(content)] : content,
      ...inner,
    },
  }
}

export function apiError(words: string): LogMessage {
  return { ...answer(`error ${words}`, words, { model: SYNTHETIC_MODEL }), isApiErrorMessage: true }
}

export function attachment(fields: object): LogMessage {
  return { type: 'attachment', attachment: fields }
}

export function localCommand(content: unknown): LogMessage {
  return { type: 'system', subtype: 'local_command', content }
}

export function text(words: string) {
  return { type: 'text', text: words } as const
}

export function call(id: string, name = 'Read', input: unknown = {}) {
  return { type: 'tool_use', id, name, input } as const
}

export function result(id: string, content: unknown = 'done', fields: object = {}) {
  return { type: 'tool_result', tool_use_id: id, content, ...fields } as const
}

export function thinking(words = 'hm') {
  return { type: 'thinking', thinking: words, signature: 'sig' } as const
}

export function image(data: string, mediaType = 'image/png') {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } } as const
}

/** The smallest file that the API takes for a PDF. */
export const PDF = 'JVBERi0xLjQK'

export function pdf(data: string = PDF) {
  return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } } as const
}

/** A PNG of this size; only its header is there. */
export function png(width: number, height: number): string {
  const bytes = new Uint8Array(33)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return Buffer.from(bytes).toString('base64')
}
