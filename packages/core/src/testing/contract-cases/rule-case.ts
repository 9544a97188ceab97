import type { ApiRequest, ApiTargetOptions } from '@antiphon/contract'

/** A request that breaks one rule, and its neighbour that breaks none. */
export type RuleCase = {
  readonly rule: string
  readonly title: string
  readonly breaks: ApiRequest
  readonly passes: ApiRequest
  /** Where the rule is broken. */
  readonly path: string
  /** The text of the violation, where the API's own is known. */
  readonly message?: string
  /** Other rules that the same damage cannot help breaking. */
  readonly also?: readonly string[]
  readonly target?: ApiTargetOptions
  /** Where the neighbour differs by its target, not by its content. */
  readonly passesTarget?: ApiTargetOptions
}

type Block = Readonly<Record<string, unknown>>
type Message = { readonly role: string; readonly content: unknown }

/** A request for the newest model with these messages; the cast lets a case be as wrong as it needs to be. */
export function request(messages: readonly unknown[], fields: Block = {}): ApiRequest {
  return { model: 'claude-opus-5-5', max_tokens: 1024, messages, ...fields } as unknown as ApiRequest
}

export function user(...content: readonly (Block | string)[]): Message {
  return { role: 'user', content: blocks(content) }
}

export function assistant(...content: readonly (Block | string)[]): Message {
  return { role: 'assistant', content: blocks(content) }
}

export function system(...content: readonly (Block | string)[]): Message {
  return { role: 'system', content: blocks(content) }
}

function blocks(content: readonly (Block | string)[]): readonly Block[] {
  return content.map(block => (typeof block === 'string' ? { type: 'text', text: block } : block))
}

export function toolUse(id: string, fields: Block = {}): Block {
  return { type: 'tool_use', id, name: 'Read', input: {}, ...fields }
}

export function toolResult(id: string, fields: Block = {}): Block {
  return { type: 'tool_result', tool_use_id: id, content: 'done', ...fields }
}

export function serverToolUse(id: string, fields: Block = {}): Block {
  return { type: 'server_tool_use', id, name: 'web_search', input: {}, ...fields }
}

export function searchToolResult(id: string, fields: Block = {}): Block {
  return { type: 'web_search_tool_result', tool_use_id: id, content: [], ...fields }
}

export const THINKING: Block = { type: 'thinking', thinking: 'Let me see.', signature: 'c2lnbmVk' }

/** The head of a PNG of this size: all that its dimensions need. */
export function png(width: number, height: number): string {
  const bytes = Buffer.alloc(33)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.writeUInt32BE(13, 8)
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes.toString('base64')
}

export function image(data: string = png(8, 8), mediaType = 'image/png'): Block {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

/** A PDF that says no more than its number of pages and what its trailer holds. */
export function pdf(pages: number, trailer = ''): string {
  const tree = `2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count ${pages} >>\nendobj\n`
  return Buffer.from(`%PDF-1.4\n${tree}trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF`).toString('base64')
}

export function document(data: string = pdf(1), fields: Block = {}): Block {
  return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, ...fields }
}
