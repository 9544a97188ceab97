import { describe, expect, it } from 'vitest'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../../message/synthetic-texts.ts'
import { call, image, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { PIXEL } from '../../testing/pixel.ts'
import { createLedger } from '../ledger.ts'
import { createMissingResult, pairToolResults } from './pair-tool-results.ts'

describe('pairToolResults', () => {
  it('answers every call that has no result, in the order of the calls', () => {
    const run = runStep(pairToolResults, {
      answer: [call('a'), call('b'), call('c')],
      reply: [result('b'), text('x')],
    })
    expect(run.reply).toEqual([result('b'), text('x'), createMissingResult('a'), createMissingResult('c')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-01 inserted', 'TUP-01 inserted'])
    expect(run.exchange.reply.map(piece => piece.inserted)).toEqual([undefined, undefined, true, true])
    expect(runAgain(pairToolResults, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('makes text of a result without its call, with all that it holds', () => {
    const run = runStep(pairToolResults, {
      reply: [
        result('x', 'alone', { is_error: true }),
        result('y', [text('seen'), image(PIXEL), { type: 'tool_reference', tool_name: 'Read' }, 'bare']),
        result('z', { rows: 2 }),
        result('n', null),
      ],
    })
    expect(run.reply).toEqual([
      text('[result of the tool call x, an error]\nalone'),
      text('[result of the tool call y]'),
      text('seen'),
      image(PIXEL),
      text('[tool_reference: {"tool_name":"Read"}]'),
      text('["bare"]'),
      text('[result of the tool call z]\n{"rows":2}'),
      text('[result of the tool call n]'),
    ])
    expect(rulesOf(run.repairs)).toEqual(Array(4).fill('TUP-02 replaced'))
  })

  it('makes text of a second result', () => {
    const run = runStep(pairToolResults, { answer: [call('t')], reply: [result('t', 'a'), result('t', 'b')] })
    expect(run.reply).toEqual([result('t', 'a'), text('[result of the tool call t]\nb')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-03 replaced'])
  })

  it.each([{ toString: 1 }, [[]], null, 7])('reads a result that names %j', id => {
    const run = runStep(pairToolResults, { reply: [{ ...result('x', 'r'), tool_use_id: id }] })
    expect(run.reply).toEqual([text(`[result of the tool call ${JSON.stringify(id)}]\nr`)])
  })

  it('notes that what the model sees from here on is not what the log says', () => {
    for (const input of [{ answer: [call('t')] }, { reply: [result('t')] }]) {
      const ledger = createLedger()
      runStep(pairToolResults, { ...input, ledger })
      expect(ledger.broken).toBe(true)
    }
  })

  it('leaves pairs alone', () => {
    const ledger = createLedger()
    const run = runStep(pairToolResults, { answer: [call('t')], reply: [text('x'), result('t')], ledger })
    expect(run).toMatchObject({ same: true, repairs: [] })
    expect(ledger.broken).toBe(false)
  })
})

it('stands for a result that never came with the words that others know', () => {
  expect(createMissingResult('t')).toEqual({
    type: 'tool_result',
    content: SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
    is_error: true,
    tool_use_id: 't',
  })
})
