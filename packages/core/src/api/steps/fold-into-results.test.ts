import { describe, expect, it } from 'vitest'
import { call, image, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createLedger } from '../ledger.ts'
import { foldIntoResults, takesOnlyResults } from './fold-into-results.ts'

const SERVER = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const FOUND = { type: 'search_result', source: 's', title: 't', content: [text('words')] }
const BY_PROGRAM = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_1' } }

describe('foldIntoResults', () => {
  it('puts what stands beside the results into the last of them', () => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, call('a'), call('b')],
      reply: [result('a', 'one'), result('b', 'two'), text('hurry'), image(PIXEL)],
    })
    expect(run.reply).toEqual([result('a', 'one'), result('b', [text('two'), text('hurry'), image(PIXEL)])])
    expect(rulesOf(run.repairs)).toEqual(['SRV-07 edited', 'SRV-07 moved', 'SRV-07 moved'])
    expect(runAgain(foldIntoResults, run)).toMatchObject({ same: true, repairs: [] })
  })

  it.each(['', ' ', undefined])('puts it in the place of a result that says nothing: %j', content => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, call('a')],
      reply: [{ ...result('a'), content }, text('hurry')],
    })
    expect(run.reply).toEqual([result('a', [text('hurry')])])
  })

  it('prefers a result that is no error and holds no search results', () => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, call('a'), call('b'), call('c')],
      reply: [result('a', ''), result('b', 'no', { is_error: true }), result('c', [FOUND]), text('x')],
    })
    expect(run.reply[0]).toEqual(result('a', [text('x')]))
  })

  it('puts nothing but text into an error', () => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, call('a')],
      reply: [result('a', 'no', { is_error: true }), text('x'), image(PIXEL)],
    })
    expect(run.reply).toEqual([
      result('a', [text('no'), text('x'), text('[image omitted]')], { is_error: true }),
    ])
  })

  it('tells as text what no result can hold', () => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, call('a')],
      reply: [result('a', [FOUND]), { type: 'container_upload', file_id: 'f' }, FOUND],
    })
    const described = '[search_result: {"source":"s","title":"t","content":[{"type":"text","text":"words"}]}]'
    expect(run.reply).toEqual([
      result('a', [text(described), text('[container_upload: {"file_id":"f"}]'), text(described)]),
    ])
  })

  it('puts nothing but text into the result of a call that a program made', () => {
    const run = runStep(foldIntoResults, {
      answer: [SERVER, { ...call('a'), ...BY_PROGRAM }],
      reply: [result('a', 'r'), image(PIXEL)],
    })
    expect(run.reply).toEqual([result('a', [text('r'), text('[image omitted]')])])
  })

  it.each([
    ['calls of ours alone', [call('a')], [result('a'), text('x')]],
    ['calls of the API alone', [SERVER], [text('x')]],
    ['both, answered by results alone', [SERVER, call('a')], [result('a')]],
  ])('leaves the reply to %s', (_, answer, reply) => {
    expect(runStep(foldIntoResults, { answer, reply })).toMatchObject({ same: true, repairs: [] })
  })
})

describe('takesOnlyResults', () => {
  it.each([
    [[call('a')], false],
    [[SERVER], false],
    [[SERVER, call('a')], true],
    [[{ ...call('a'), ...BY_PROGRAM }], true],
    [[{ ...call('a'), caller: { type: 'direct' } }], false],
  ])('says of %j: %s', (answer, expected) => {
    expect(takesOnlyResults(runStep(exchange => exchange, { answer }).exchange, createLedger())).toBe(
      expected,
    )
  })
})
