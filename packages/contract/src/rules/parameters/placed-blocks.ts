import { isObject } from '../../json.ts'
import { bodyOf, type Fields, listAt } from './request-parts.ts'

/** A content block and where it stands; `inner` is its place inside a tool result. */
export type PlacedBlock = {
  readonly message: number
  readonly role: unknown
  readonly index: number
  readonly inner?: number
  readonly block: Fields
}

/** Every block of the messages in order; those inside a tool result follow the result. */
export function* placedBlocks(request: unknown): Generator<PlacedBlock> {
  for (const [message, value] of listAt(bodyOf(request), 'messages').entries()) {
    const { role } = bodyOf(value)
    for (const [index, block] of listAt(bodyOf(value), 'content').entries()) {
      if (!isObject(block)) continue
      yield { message, role, index, block }
      if (block.type !== 'tool_result') continue
      for (const [inner, part] of listAt(block, 'content').entries()) {
        if (isObject(part)) yield { message, role, index, inner, block: part }
      }
    }
  }
}

/** `messages.3.content.0`, or `messages.3.content.0.tool_result.content.1` inside a result. */
export function blockPath({ message, index, inner }: PlacedBlock): string {
  const path = `messages.${message}.content.${index}`
  return inner === undefined ? path : `${path}.tool_result.content.${inner}`
}
