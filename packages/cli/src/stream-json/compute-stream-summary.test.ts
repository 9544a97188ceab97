import { describe, expect, it } from 'vitest'
import { countStream, RUN, RUN_RESULT } from '../../test/sample-stream.ts'
import { answer, call, toolResult, wire } from '../../test/wire-events.ts'

describe('createStreamCounter', () => {
  it('counts an answer once however many events it has', () => {
    expect(countStream(...RUN).usage).toEqual({
      'claude-opus-5-5': { input: 10, output: 2, cacheRead: 5, cacheWrite: 0 },
    })
  })

  it('believes the result where there is one', () => {
    expect(countStream(...RUN, RUN_RESULT).usage).toEqual({
      'claude-opus-5-5': { input: 24, output: 310, cacheRead: 500, cacheWrite: 100 },
    })
  })

  it('computes what a stream cost until it tells so itself', () => {
    expect(countStream(...RUN)).toMatchObject({
      isFinished: false,
      cost: { source: 'computed', isKnown: true, usd: expect.closeTo(0.000081, 12) },
    })
    expect(countStream(...RUN, RUN_RESULT)).toMatchObject({
      isFinished: true,
      cost: { source: 'reported', isKnown: true, usd: 0.0421 },
    })
  })

  it('hears from partial messages how long an answer became, each agent for itself', () => {
    const partial = (event: object, parent: string | null = null) =>
      wire('stream_event', { event, parent_tool_use_id: parent })
    const start = (id: string) => ({
      type: 'message_start',
      message: { id, model: 'claude-opus-5-5', usage: { input_tokens: 5, output_tokens: 1 } },
    })
    const delta = (tokens: number) => ({ type: 'message_delta', usage: { output_tokens: tokens } })
    const { usage } = countStream(
      partial(start('m1')),
      partial(start('m2'), 't1'),
      partial(delta(40)),
      partial(delta(7), 't1'),
      partial({ type: 'message_delta' }, 'nobody'),
    )
    expect(usage['claude-opus-5-5']).toEqual({ input: 10, output: 47, cacheRead: 0, cacheWrite: 0 })
  })

  it('says that the cost of a model without a price is unknown', () => {
    const { message } = answer({ type: 'text', text: 'x' }) as unknown as { message: object }
    const foreign = wire('assistant', { message: { ...message, model: 'glm-4.7' }, parent_tool_use_id: null })
    expect(countStream(foreign).cost).toEqual({ source: 'computed', isKnown: false, usd: 0 })
  })

  it('counts each denied call once', () => {
    const denial = { tool_name: 'Bash', tool_use_id: 't1', tool_input: {} }
    const { denials } = countStream(
      call('t1', 'Bash', { command: 'rm x' }),
      wire('system', { subtype: 'permission_denied', tool_name: 'Bash', tool_use_id: 't1', message: 'no' }),
      toolResult('t1', 'no', { isError: true }),
      wire('result', { subtype: 'success', permission_denials: [denial] }),
    )
    expect(denials).toBe(1)
  })
})
