import type { WireEvent } from '@antiphon/core'
import { createStreamCounter, type StreamSummary } from '../src/stream-json/stream-summary.ts'
import { answer, call, initEvent, toolResult, wire } from './wire-events.ts'

const badLine = { kind: 'bad', line: 1, offset: 0, reason: 'torn', size: 1, excerpt: '{' } as const

/** The summary of these events and one bad line. */
export function countStream(...events: readonly WireEvent[]): StreamSummary {
  const counter = createStreamCounter()
  for (const event of events) counter.event(event)
  counter.badLine(badLine)
  return counter.summary()
}

export const RUN: readonly WireEvent[] = [
  initEvent(),
  answer({ type: 'text', text: 'I run it.' }),
  call('t1', 'Bash', { command: 'npm test' }),
  toolResult('t1', 'no', { isError: true }),
]

export const RUN_RESULT: WireEvent = wire('result', {
  subtype: 'success',
  is_error: false,
  num_turns: 2,
  duration_ms: 8123,
  total_cost_usd: 0.0421,
  usage: { input_tokens: 1, output_tokens: 1 },
  modelUsage: {
    'claude-opus-5-5': {
      inputTokens: 24,
      outputTokens: 310,
      cacheReadInputTokens: 500,
      cacheCreationInputTokens: 100,
    },
  },
})
