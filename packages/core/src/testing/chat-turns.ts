import type { ChatEvent } from '../chat/chat-event.ts'
import type { WireEvent } from '../wire/wire-event.ts'

/** The events of some turns as an agent tells them, for tests. */
export function makeTurns(turns: readonly (readonly object[])[]): readonly ChatEvent[] {
  // Tests write what a program would.
  return turns.flat().map((event, seq) => ({ seq, event: event as WireEvent }))
}

const BASE = { session_id: 's', uuid: '00000000-0000-4000-8000-000000000000', parent_tool_use_id: null }

export const init = (model = 'demo', permissionMode = 'default'): object => ({
  type: 'system',
  subtype: 'init',
  model,
  permissionMode,
  ...BASE,
})

export const stateChanged = (state: string): object => ({
  type: 'system',
  subtype: 'session_state_changed',
  state,
  ...BASE,
})

export const stream = (event: object, parent: string | null = null): object => ({
  type: 'stream_event',
  event,
  ...BASE,
  parent_tool_use_id: parent,
})

/** An answer of texts as it streams, each block given whole before its stop. */
export function answer(id: string, ...words: readonly string[]): readonly object[] {
  return [
    stream({
      type: 'message_start',
      message: { id, type: 'message', role: 'assistant', content: [], usage: {} },
    }),
    ...words.flatMap((text, index) => [
      stream({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
      ...[...text].map(letter =>
        stream({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: letter } }),
      ),
      said(id, { type: 'text', text }, `${id} ${text}`),
      stream({ type: 'content_block_stop', index }),
    ]),
    stream({ type: 'message_stop' }),
  ]
}

export const said = (id: string, block: object, uuid: string): object => ({
  type: 'assistant',
  ...BASE,
  uuid,
  message: {
    id,
    role: 'assistant',
    content: [block],
    usage: { input_tokens: 900, output_tokens: 100 },
  },
})

export const question = (requestId: string, fields: object = {}): object => ({
  type: 'control_request',
  request_id: requestId,
  request: {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    tool_use_id: `call ${requestId}`,
    input: { command: 'ls' },
    ...fields,
  },
})

export const cancel = (requestId: string): object => ({
  type: 'control_cancel_request',
  request_id: requestId,
})

export const result = (cost: number, fields: object = {}): object => ({
  type: 'result',
  subtype: 'success',
  result: 'done',
  is_error: false,
  duration_ms: 10,
  total_cost_usd: cost,
  usage: {},
  modelUsage: { demo: { contextWindow: 200_000 } },
  ...BASE,
  ...fields,
})
