import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedHistory } from '../testing/arbitrary-damage.ts'
import { answer, call, log, result, text, user } from '../testing/history-builder.ts'
import { API_STEP_NAMES } from './api-steps.ts'
import { type ResultTrace, traceResult } from './trace-result.ts'

const effects = ({ steps }: ResultTrace): readonly string[] =>
  steps.filter(({ effect }) => effect !== 'kept').map(({ stage, effect }) => `${stage} ${effect}`)

describe('traceResult', () => {
  it('sees a sound result made, kept by every step, and where it stands', () => {
    const history = log(
      user('go'),
      answer('m', [text('a'), call('t')]),
      user([result('t', 'r')]),
      answer('n', 'ok'),
    )
    const trace = traceResult(history, 't')
    expect(trace.steps.map(({ stage }) => stage)).toEqual(['toPieces', ...API_STEP_NAMES])
    expect(effects(trace)).toEqual(['toPieces made'])
    expect(trace).toMatchObject({ place: { message: 2, block: 0 }, sent: result('t', 'r') })
  })

  it('sees it move before the words', () => {
    const trace = traceResult(
      log(user('go'), answer('m', [call('t')]), user([text('x'), result('t', 'r')])),
      't',
    )
    expect(effects(trace)).toEqual(['toPieces made', 'resultsFirst moved'])
    expect(trace.steps.at(-1)?.place).toEqual({ side: 'reply', position: 0 })
  })

  it('sees it inserted where the log has none', () => {
    const trace = traceResult(log(user('go'), answer('m', [call('t')]), user('and?')), 't')
    expect(effects(trace).slice(-2)).toEqual(['pairToolResults inserted', 'resultsFirst moved'])
    expect(trace.steps.find(({ effect }) => effect === 'inserted')?.repairs).toMatchObject([
      { rule: 'TUP-01' },
    ])
    expect(trace.place).toEqual({ message: 2, block: 0 })
  })

  it('sees it become words where its call is gone', () => {
    const trace = traceResult(log(user('go'), answer('m', 'ok'), user([result('t', 'r')])), 't')
    expect(effects(trace)).toContain('pairToolResults changed')
    expect(trace.sent).toMatchObject({ type: 'text' })
    expect(trace.place).toEqual({ message: 2, block: 0 })
  })

  it('sees it renamed with its call', () => {
    const trace = traceResult(log(user('go'), answer('m', [call('a b')]), user([result('a b', 'r')])), 'a b')
    expect(trace.sent).toMatchObject({ tool_use_id: 'a_b', content: 'r' })
    expect(effects(trace)).toContain('mendToolCalls changed')
  })

  it('does not take another result of the same message for it when it is renamed', () => {
    const history = log(
      user('go'),
      answer('m', [call('b'), call('a b')]),
      user([result('b', 'other'), result('a b', 'own')]),
    )
    const trace = traceResult(history, 'a b')
    expect(trace.sent).toMatchObject({ content: 'own' })
    expect(trace.place).toEqual({ message: 2, block: 1 })
    expect(effects(trace)).toEqual(['toPieces made', 'mendToolCalls changed'])
  })

  it('sees it cleared by a boundary', () => {
    const boundary = {
      ...{ type: 'system', subtype: 'microcompact_boundary', content: '' },
      microcompactMetadata: { compactedToolIds: ['t'] },
    }
    const history = log(user('go'), answer('m', [call('t')]), user([result('t', 'r')]), boundary, user('on'))
    const trace = traceResult(history, 't')
    expect(effects(trace)[0]).toBe('applyContextEdits changed')
    expect(trace.sent).toMatchObject({ content: expect.stringContaining('cleared') })
  })

  it('tells nothing of a call that is not there, and throws on nothing', () => {
    expect(traceResult(log(user('go')), 't')).toEqual({ steps: [], place: null, sent: null })
    fc.assert(
      fc.property(arbitraryDamagedHistory, fc.constantFrom('t', 'toolu_1', '', 't1'), (history, id) => {
        traceResult(history, id)
      }),
      { numRuns: 100 },
    )
  })
})
