import { isObject } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import type { Usage } from '../message/usage.ts'
import type { UUID } from '../message/uuid.ts'
import type { AnswerEnd } from './accumulated-step.ts'
import type { OpenBlock } from './open-block.ts'

/** An answer while it streams in. */
export type OpenAnswer = {
  readonly phase: 'waiting' | 'streaming' | 'ended'
  readonly body: AnswerBody
  /** One finished block each. */
  readonly entries: readonly AssistantMessage[]
  readonly open: ReadonlyMap<unknown, OpenBlock>
}

/** What all entries of an answer share; the reason for its end reaches only the last of them. */
export type AnswerBody = Omit<AssistantMessage['message'], 'content'>

/** The answer of which nothing has come. */
export const NOTHING_YET: OpenAnswer = {
  phase: 'waiting',
  body: {
    id: '',
    type: 'message',
    role: 'assistant',
    model: '',
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  },
  entries: [],
  open: new Map(),
}

/** The answer that `message_start` opens; fields that this version does not know are kept. */
export function openAnswer(message: unknown, uuid: () => UUID): OpenAnswer {
  const { content: _, ...fields } = isObject(message) ? message : {}
  const body = {
    ...fields,
    id: typeof fields.id === 'string' ? fields.id : uuid(),
    type: 'message',
    role: 'assistant',
    model: typeof fields.model === 'string' ? fields.model : '',
    stop_reason: null,
    stop_sequence: null,
    usage: { ...NOTHING_YET.body.usage, ...(isObject(fields.usage) && fields.usage) },
  } as const
  return { ...NOTHING_YET, phase: 'streaming', body }
}

/** The answer with what a `message_delta` tells, which its last entry carries from then on. */
export function patchAnswer(answer: OpenAnswer, event: object): OpenAnswer {
  const { delta, usage, context_management } = event as { readonly [field: string]: unknown }
  const told = isObject(delta) ? delta : {}
  const body = {
    ...answer.body,
    ...pickPresent(told, ['stop_reason', 'stop_sequence', 'stop_details', 'container']),
    ...pickPresent({ context_management }, ['context_management']),
    usage: mergeUsage(answer.body.usage, usage),
  }
  const last = answer.entries.at(-1)
  if (!last) return { ...answer, body }
  const patched = { ...last, message: { ...last.message, ...body } }
  return { ...answer, body, entries: [...answer.entries.slice(0, -1), patched] }
}

/** What is known of the answer's end so far. */
export function toAnswerEnd({ body }: OpenAnswer): AnswerEnd {
  return { stopReason: body.stop_reason, usage: body.usage }
}

/** Counts are cumulative: a field that is there wins, one that is absent keeps its value. */
function mergeUsage(before: Usage, after: unknown): Usage {
  if (!isObject(after)) return before
  return { ...before, ...pickPresent(after, Object.keys(after)) }
}

function pickPresent(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names
      .map(name => [name, values[name]] as const)
      .filter(([, value]) => value !== undefined && value !== null),
  )
}
