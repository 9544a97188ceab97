import type { ApiRequest, JsonObject } from '@antiphon/contract'
import type { Answer, ModelTurn } from '../simulated-model.ts'

/** One reply of a script: a text, a short form, a whole answer, or a function of the request. */
export type ScriptReply =
  | string
  | ShortReply
  | Answer
  | ((request: ApiRequest, turn: ModelTurn) => Answer | Promise<Answer>)

/** What most replies are: some thinking, some text, some calls, in this order. */
export type ShortReply = Omit<Answer, 'blocks'> & {
  readonly thinking?: string
  readonly text?: string
  readonly calls?: readonly ScriptCall[]
}

export type ScriptCall = { readonly name: string; readonly input?: JsonObject; readonly id?: string }

/** A reply as the answer that it stands for. */
export function toAnswer(reply: string | ShortReply | Answer): Answer {
  if (typeof reply === 'string') return { blocks: [{ type: 'text', text: reply }] }
  if ('blocks' in reply) return reply
  const { thinking, text, calls = [], ...rest } = reply
  return {
    ...rest,
    blocks: [
      ...(thinking === undefined ? [] : [{ type: 'thinking' as const, thinking }]),
      ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ name, input = {}, id }) => ({
        type: 'tool_use' as const,
        name,
        input,
        ...(id !== undefined && { id }),
      })),
    ],
  }
}
