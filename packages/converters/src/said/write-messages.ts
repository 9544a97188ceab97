import type { ContentBlock } from '@antiphon/contract'
import { assertNever } from '@antiphon/contract'
import { createAssistantMessage, createUserMessage, randomUUID } from '@antiphon/core'
import type { ApiViewMessage } from '@antiphon/core/api'
import { toFields, withoutFields } from './fields.ts'
import type { SaidFields, SaidMessage } from './said.ts'
import { writeBlock } from './write-block.ts'

/** What a message needs that the other side did not say. */
export type FromOptions = {
  /** A uuid for each message that has none; random ones unless told. */
  readonly createUuid?: () => string
  /** The time for each message that has none; now unless told. */
  readonly timestamp?: string
}

/** Messages of ours, each with all that its envelope says and with what every message has. */
export function writeMessages(
  said: readonly SaidMessage[],
  { createUuid = randomUUID, timestamp = new Date().toISOString() }: FromOptions = {},
): ApiViewMessage[] {
  return said.map(message => {
    const { uuid } = message.envelope
    const own = { uuid: typeof uuid === 'string' ? uuid : createUuid(), timestamp }
    return message.envelope.type === message.role ? restore(message, own) : create(message, own)
  })
}

type OwnFields = { readonly uuid: string; readonly timestamp: string }

/** A message that was ours before has what it had. */
function restore(said: SaidMessage, own: OwnFields): ApiViewMessage {
  const { role, envelope } = said
  const message = { ...toFields(envelope.message), role, content: toContent(said) }
  // It is of the type that its own fields had.
  return { ...own, ...envelope, message } as unknown as ApiViewMessage
}

/** A message that never was ours gets what every message of its kind has. */
function create(said: SaidMessage, own: OwnFields): ApiViewMessage {
  const { role, isText, envelope } = said
  const content = toContent(said)
  const inner = toFields(envelope.message)
  const outer = withoutFields(envelope, ['message', 'type', 'uuid'])
  if (role === 'user') {
    const made = createUserMessage({ ...own, content })
    return { ...made, ...outer, message: { ...inner, role, content } }
  }
  const list = typeof content === 'string' ? [{ type: 'text', text: content } as const] : content
  const beside = isText ? withTextMark(outer) : outer
  switch (role) {
    case 'assistant': {
      const made = createAssistantMessage({ ...own, content: list })
      return { ...made, ...beside, message: { ...made.message, ...inner, role, content: list } }
    }
    case 'system':
      return { type: 'system', ...own, ...beside, message: { ...inner, role, content: list } }
    default:
      return assertNever(role)
  }
}

function toContent({ blocks, isText }: SaidMessage): string | readonly ContentBlock[] {
  const [first] = blocks
  return isText && first?.kind === 'text' && blocks.length === 1 ? first.text : blocks.map(writeBlock)
}

/** Ours have lists in answers and system turns: that the other side had a string is said beside it (`readMessages`). */
function withTextMark(outer: SaidFields): SaidFields {
  return { ...outer, foreign: { ...toFields(outer.foreign), isText: true } }
}
