import { describe, expect, it } from 'vitest'
import { asText, plainScreen } from '../../test/plain-screen.ts'
import { countStream, RUN, RUN_RESULT } from '../../test/sample-stream.ts'
import { wire } from '../../test/wire-events.ts'
import { formatStreamSummary } from './stream-summary.ts'

describe('formatStreamSummary', () => {
  it('sums up a run', () => {
    expect(
      asText(formatStreamSummary(countStream(...RUN, RUN_RESULT), plainScreen(70))),
    ).toMatchInlineSnapshot(`
      "
      ──────────────────────────────────────────────────────────────────────
      2 turns · 1 tool call (1 failed) · 1 bad line · 8.1 s · $0.0421
      claude-opus-5-5  in 24  out 310  cache read 500  written 100
      "
    `)
  })

  it('says where there is no result', () => {
    expect(formatStreamSummary(countStream(...RUN), plainScreen(78))[1]).toBe(
      'no result · 1 tool call (1 failed) · 1 bad line · about $0.0001 so far',
    )
  })

  it('tells denied calls from failed ones, and how many results there were', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }
    const result = wire('result', { subtype: 'success', num_turns: 1, permission_denials: [denial] })
    expect(formatStreamSummary(countStream(...RUN, result, result), plainScreen(78))[1]).toBe(
      '2 turns · 2 results · 1 tool call (1 denied) · 1 bad line · 0 ms · $0.0000',
    )
  })
})
