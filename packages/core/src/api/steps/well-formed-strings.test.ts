import { describe, expect, it } from 'vitest'
import { call, result, text, thinking } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { isWellFormed, wellFormedStrings } from './well-formed-strings.ts'

const HALF = '\ud83d'

describe('wellFormedStrings', () => {
  it('replaces halves of surrogate pairs in texts, inputs, keys and results', () => {
    const run = runStep(wellFormedStrings, {
      answer: [text(`a${HALF}b`), call('t', 'Read', { [HALF]: [`\udc00${HALF}`] })],
      reply: [result('t', [text(HALF)])],
    })
    expect(run.answer).toEqual([text('a\ufffdb'), call('t', 'Read', { '\ufffd': ['\ufffd\ufffd'] })])
    expect(run.reply).toEqual([result('t', [text('\ufffd')])])
    expect(rulesOf(run.repairs)).toEqual(['ENV-03 edited', 'ENV-03 edited', 'ENV-03 edited'])
    expect(runAgain(wellFormedStrings, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('leaves whole pairs alone', () => {
    expect(runStep(wellFormedStrings, { answer: [text('👋')], reply: [text('𝒳')] })).toMatchObject({
      same: true,
      repairs: [],
    })
  })

  it('never edits thinking', () => {
    expect(runStep(wellFormedStrings, { answer: [thinking(HALF)] }).same).toBe(true)
  })
})

describe('isWellFormed', () => {
  it.each([
    ['text', true],
    [HALF, false],
    [{ a: [{ b: '👋' }] }, true],
    [{ a: [{ b: HALF }] }, false],
    [{ [HALF]: 1 }, false],
    [null, true],
    [3, true],
  ])('says of %j: %s', (value, expected) => {
    expect(isWellFormed(value)).toBe(expected)
  })
})
