import type { JsonObject } from '@antiphon/contract'
import fc from 'fast-check'

/** A line of a host, and what has to become of it. */
export type HostLine = {
  readonly text: string
  /** Whether the host waits a little behind it, so that what follows meets another point of the run. */
  readonly isPaused: boolean
  /** A question: it has to be answered. */
  readonly requestId?: string
  /** The prompt that the question takes back. */
  readonly cancels?: string
  /** A prompt: a turn has to take it up. */
  readonly prompt?: { readonly uuid: string | null }
}

/** What a host does with a question of the program. */
export type Reply = 'allow' | 'deny' | 'error' | 'late' | 'twice' | 'never' | 'leave'

type Names = { readonly requests: readonly string[]; readonly prompts: readonly string[] }
/** A line that may name any question and any prompt of the same run, also a later one. */
type Draft = {
  readonly requestId?: string
  readonly prompt?: NonNullable<HostLine['prompt']>
  readonly toLine: (names: Names) => { readonly text: string; readonly cancels?: string }
}

let requests = 0

function toQuestion(toRequest: (names: Names) => JsonObject): Draft {
  const requestId = `r${requests++}`
  return {
    requestId,
    toLine(names) {
      const request = toRequest(names)
      return {
        text: JSON.stringify({ type: 'control_request', request_id: requestId, request }),
        ...(request.subtype === 'cancel_async_message' &&
          typeof request.message_uuid === 'string' && { cancels: request.message_uuid }),
      }
    },
  }
}

const pick = (names: readonly string[], index: number): string => names[index % names.length] ?? 'none'

const subtype = fc.constantFrom(
  ...['initialize', 'interrupt', 'set_model', 'set_permission_mode', 'mcp_status', 'get_context_usage'],
  ...['rewind_files', 'cancel_async_message', 'list_models', 'hook_callback', 'fly', '', 'constructor'],
)
const anyQuestion = fc
  .record({
    subtype,
    fields: fc.dictionary(fc.constantFrom('mode', 'model', 'user_message_id', 'hooks'), fc.jsonValue()),
  })
  // It is made of JSON.
  .map(({ subtype, fields }) => toQuestion(() => ({ ...(fields as JsonObject), subtype })))
const cancellation = fc.nat().map(index =>
  toQuestion(({ prompts }) => ({
    subtype: 'cancel_async_message',
    message_uuid: pick(prompts, index),
  })),
)
const interruption = fc
  .boolean()
  .map(cancel_queued => toQuestion(() => ({ subtype: 'interrupt', cancel_queued })))
const callOff = fc.nat().map(
  (index): Draft => ({
    toLine: ({ requests }) => ({
      text: JSON.stringify({ type: 'control_cancel_request', request_id: pick(requests, index) }),
    }),
  }),
)
const prompt = fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.option(fc.uuid())).map(
  ([content, uuid]): Draft => ({
    ...(content.trim() !== '' && { prompt: { uuid } }),
    toLine: () => ({
      text: JSON.stringify({ type: 'user', message: { role: 'user', content }, ...(uuid && { uuid }) }),
    }),
  }),
)
const noise = fc
  .oneof(
    fc.string().map(text => text.replaceAll('\n', ' ')),
    fc.jsonValue().map(value => JSON.stringify(value)),
    fc.constantFrom(
      '{"type":"control_cancel_request","request_id":"r0"}',
      '{"type":"control_response","response":{"subtype":"success","request_id":"none"}}',
      '{"type":"keep_alive"}',
      '',
    ),
  )
  .map((text): Draft => ({ toLine: () => ({ text }) }))
const draft = fc.oneof(
  { weight: 3, arbitrary: anyQuestion },
  { weight: 4, arbitrary: prompt },
  { weight: 2, arbitrary: noise },
  { weight: 2, arbitrary: cancellation },
  { weight: 1, arbitrary: interruption },
  { weight: 1, arbitrary: callOff },
)

/** A real first question, with hooks at every point of a turn. */
const initialize = fc.subarray(['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop']).map(events =>
  toQuestion(() => ({
    subtype: 'initialize',
    hooks: Object.fromEntries(events.map(event => [event, [{ hookCallbackIds: [`hook_${event}`] }]])),
  })),
)

/** All that a host says in a run. */
export const hostLines: fc.Arbitrary<readonly HostLine[]> = fc
  .tuple(fc.option(initialize), fc.array(fc.tuple(draft, fc.boolean()), { maxLength: 12 }))
  .map(([first, rest]) => {
    const drafts = [...(first ? [[first, false] as const] : []), ...rest]
    const names = {
      requests: drafts.flatMap(([{ requestId }]) => requestId ?? []),
      prompts: drafts.flatMap(([{ prompt }]) => prompt?.uuid ?? []),
    }
    return drafts.map(([{ toLine, ...line }, isPaused]) => ({ ...line, ...toLine(names), isPaused }))
  })

/** How a host answers what the program asks, one question after the other; what comes later is allowed. */
export const replies: fc.Arbitrary<readonly Reply[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<Reply>('allow', 'deny', 'error', 'late', 'twice') },
    { weight: 1, arbitrary: fc.constantFrom<Reply>('never', 'leave') },
  ),
  { maxLength: 8 },
)
