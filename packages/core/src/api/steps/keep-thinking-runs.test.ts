import { describe, expect, it } from 'vitest'
import { answer, call, text, thinking } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { keepThinkingRuns } from './keep-thinking-runs.ts'

const REDACTED = { type: 'redacted_thinking', data: 'x' }

describe('keepThinkingRuns', () => {
  it('keeps signed thinking as it is, also where its text is empty', () => {
    expect(
      runStep(keepThinkingRuns, { answer: [thinking(''), REDACTED, text('a'), thinking(), call('t')] }),
    ).toMatchObject({ same: true, repairs: [] })
  })

  it.each([
    ['THK-12', { type: 'thinking', thinking: 'cut off' }],
    ['THK-12', { type: 'thinking', thinking: 'cut off', signature: '' }],
    ['THK-13', { type: 'thinking', signature: 's' }],
    ['THK-11', { type: 'redacted_thinking', data: '' }],
    ['THK-11', { type: 'redacted_thinking' }],
    ['ENV-03', thinking('\ud83d')],
  ])('drops all thinking of an answer where one block is broken (%s)', (rule, broken) => {
    const run = runStep(keepThinkingRuns, { answer: [thinking(), text('a'), broken, REDACTED, call('t')] })
    expect(run.answer).toEqual([text('a'), call('t')])
    expect(rulesOf(run.repairs)).toEqual(Array(3).fill(`${rule} removed`))
    expect(runAgain(keepThinkingRuns, run)).toMatchObject({ same: true })
  })

  it('judges the parts of a paused answer one by one, since they were made one by one', () => {
    const run = runStep(keepThinkingRuns, {
      entries: [
        answer('msg_1', [thinking('first'), text('a')]),
        answer('msg_2', [{ type: 'thinking', thinking: 'cut' }, text('b')]),
      ],
    })
    expect(run.answer).toEqual([thinking('first'), text('a'), text('b')])
  })

  it('drops it after a past that was repaired, where the model checks what came before', () => {
    const input = { answer: [thinking(), text('a')], pastIsBroken: true }
    const checked = runStep(keepThinkingRuns, { ...input, target: { model: 'claude-opus-5-5' } })
    expect(checked.answer).toEqual([text('a')])
    expect(rulesOf(checked.repairs)).toEqual(['THK-20 removed'])
    const unchecked = runStep(keepThinkingRuns, { ...input, target: { model: 'claude-haiku-4-5' } })
    expect(unchecked.same).toBe(true)
  })

  it('drops thinking that ends an answer', () => {
    const run = runStep(keepThinkingRuns, { answer: [thinking('1'), text('a'), thinking('2'), REDACTED] })
    expect(run.answer).toEqual([thinking('1'), text('a')])
    expect(rulesOf(run.repairs)).toEqual(['ROL-05 removed', 'ROL-05 removed'])
  })

  it('leaves nothing of an answer that only thought', () => {
    expect(runStep(keepThinkingRuns, { answer: [thinking(), REDACTED] }).answer).toEqual([])
  })
})
