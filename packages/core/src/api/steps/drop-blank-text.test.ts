import { describe, expect, it } from 'vitest'
import { call, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { dropBlankText } from './drop-blank-text.ts'

describe('dropBlankText', () => {
  it.each([
    ['', 'EMP-01'],
    [' ', 'EMP-02'],
    ['\n\t\u00a0\u3000\ufeff', 'EMP-02'],
    ['\u001c\u0085', 'EMP-02'],
  ])('drops %j', (blank, rule) => {
    const run = runStep(dropBlankText, {
      answer: [text(blank), call('t')],
      reply: [result('t'), text(blank)],
    })
    expect(run.answer).toEqual([call('t')])
    expect(run.reply).toEqual([result('t')])
    expect(rulesOf(run.repairs)).toEqual([`${rule} removed`, `${rule} removed`])
    expect(runAgain(dropBlankText, run)).toMatchObject({ same: true })
  })

  it('leaves spaces around words, invisible characters that are no space, and everything but text', () => {
    expect(
      runStep(dropBlankText, { answer: [text('  x '), text('\u200b'), call('t')], reply: [result('t', '')] }),
    ).toMatchObject({ same: true, repairs: [] })
  })

  it("takes citations off a user's text and leaves them in an answer", () => {
    const cited = { ...text('x'), citations: [{ type: 'char_location' }] }
    const run = runStep(dropBlankText, { answer: [cited], reply: [cited, { ...text('y'), citations: [] }] })
    expect(run.answer).toEqual([cited])
    expect(run.reply).toEqual([text('x'), { ...text('y'), citations: [] }])
    expect(rulesOf(run.repairs)).toEqual(['ENV-14 edited'])
  })
})
