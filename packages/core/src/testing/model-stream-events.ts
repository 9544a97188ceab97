/** The first and the last events of an answer, as the API sends them. */
export const START = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 12, output_tokens: 1, cache_read_input_tokens: 50, service_tier: 'standard' },
  },
}
export const STOP = { type: 'message_stop' }
export const END = {
  type: 'message_delta',
  delta: { stop_reason: 'end_turn', stop_sequence: null },
  usage: { output_tokens: 42, cache_read_input_tokens: null },
}
