import { describe, expect, it } from 'vitest'
import { call, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { pairToolResults } from './pair-tool-results.ts'
import { resultsFirst } from './results-first.ts'

describe('resultsFirst', () => {
  it('moves results before everything else and keeps the order within', () => {
    const run = runStep(resultsFirst, {
      reply: [text('x'), result('a'), text('y'), result('b')],
    })
    expect(run.reply).toEqual([result('a'), result('b'), text('x'), text('y')])
    expect(run.repairs.map(({ detail }) => detail)).toEqual([
      'result of a to the front',
      'result of b to the front',
    ])
    expect(rulesOf(run.repairs)).toEqual(['TUP-14 moved', 'TUP-14 moved'])
    expect(runAgain(resultsFirst, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('says nothing of a result that was never in the log', () => {
    const paired = runStep(pairToolResults, { answer: [call('t')], reply: [text('x')] })
    const run = runAgain(resultsFirst, paired)
    expect(run.reply.map(block => (block as { type: string }).type)).toEqual(['tool_result', 'text'])
    expect(run.repairs).toEqual([])
  })

  it('leaves results that stand first', () => {
    expect(runStep(resultsFirst, { reply: [result('a'), text('x')] })).toMatchObject({
      same: true,
      repairs: [],
    })
  })
})
