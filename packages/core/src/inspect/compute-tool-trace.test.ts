import { describe, expect, it } from 'vitest'
import { chain } from '../../../cli/test/model-kit.ts'
import type { Entry } from '../log/entry.ts'
import { answer, call, result, text, user } from '../testing/history-builder.ts'
import { computeToolTrace } from './compute-tool-trace.ts'

const effects = (entries: readonly Entry[], id: string): readonly string[] =>
  computeToolTrace(entries, id)
    .steps.filter(({ effect }) => effect !== 'kept')
    .map(({ stage, effect }) => `${stage} ${effect}`)

describe('computeToolTrace', () => {
  it('tells of a call that never got a result, and of the one that is made for the request', () => {
    const entries = chain(user('go'), answer('m', [call('toolu_1')]), user('and?'), answer('n', 'ok'))
    const trace = computeToolTrace(entries, 'toolu_1')
    expect(trace).toMatchObject({ tool: 'Read', results: [], fates: [] })
    expect(trace.requests).toMatchObject([{ number: 2, place: { message: 2, block: 0 }, state: 'whole' }])
    expect(trace.next).toMatchObject({ number: 3, state: 'whole' })
    expect(effects(entries, 'toolu_1')).toContain('pairToolResults inserted')
  })

  it('tells of a result without its call', () => {
    const entries = chain(user('go'), answer('m', 'ok'), user([result('toolu_1', 'r')]))
    expect(computeToolTrace(entries, 'toolu_1')).toMatchObject({ tool: null, call: null, results: [{}] })
    expect(effects(entries, 'toolu_1')).toContain('pairToolResults changed')
  })

  it('follows an id that the API would not take under its new name', () => {
    const entries = chain(
      user('go'),
      answer('m', [call('a b')]),
      user([result('a b', 'r')]),
      answer('n', 'ok'),
    )
    expect(computeToolTrace(entries, 'a b').requests).toMatchObject([
      { place: { message: 2, block: 0 }, state: 'whole' },
    ])
  })

  it('reads the branch that holds it, where that is not the newest', () => {
    const entries = chain(
      user('go'),
      answer('m', [text('a'), call('toolu_1')]),
      user([result('toolu_1', 'r')]),
      { ...user('other'), parentUuid: null },
      answer('n', 'ok'),
    )
    expect(computeToolTrace(entries, 'toolu_1').next).toMatchObject({ place: { message: 2, block: 0 } })
  })

  it('tells of a subagent, of an error, and of how long it took', () => {
    const entries = chain(
      user('go'),
      {
        ...answer('m', [call('toolu_1')]),
        isSidechain: true,
        agentId: 'a1',
        timestamp: '2026-11-15T10:00:00.000Z',
      },
      {
        ...user([{ ...result('toolu_1', 'r'), is_error: true }]),
        ...{
          isSidechain: true,
          agentId: 'a1',
          timestamp: '2026-11-15T10:00:01.500Z',
          toolUseResult: 'Error: r',
        },
      },
    )
    expect(computeToolTrace(entries, 'toolu_1')).toMatchObject({
      call: { agent: 'a1' },
      results: [
        {
          milliseconds: 1500,
          isError: true,
          toolUseResult: { type: 'string', units: 8, preview: 'Error: r' },
        },
      ],
    })
  })
})
