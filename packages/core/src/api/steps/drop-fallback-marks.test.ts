import { describe, expect, it } from 'vitest'
import { answer, call, text, thinking } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { dropFallbackMarks } from './drop-fallback-marks.ts'

const MARK = { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } }
const WITH_BETA = { betas: ['server-side-fallback-2026-06-01'] }
const AROUND = [thinking('old'), call('t'), text('half'), MARK, thinking('new'), text('whole')]

describe('dropFallbackMarks', () => {
  it('drops the mark and the thinking before it, and nothing after it', () => {
    const run = runStep(dropFallbackMarks, { answer: AROUND })
    expect(run.answer).toEqual([call('t'), text('half'), thinking('new'), text('whole')])
    expect(rulesOf(run.repairs)).toEqual(['THK-18 removed', 'THK-18 removed'])
    expect(runAgain(dropFallbackMarks, run)).toMatchObject({ same: true, repairs: [] })
  })

  it('keeps the mark under its beta, and makes text of the calls before it', () => {
    const run = runStep(dropFallbackMarks, { answer: AROUND, target: WITH_BETA })
    expect(run.answer).toEqual([
      text('[tool_use: {"id":"t","name":"Read","input":{}}]'),
      text('half'),
      MARK,
      thinking('new'),
      text('whole'),
    ])
    expect(rulesOf(run.repairs)).toEqual(['THK-18 removed', 'THK-18 replaced'])
    expect(runAgain(dropFallbackMarks, run, { target: WITH_BETA })).toMatchObject({ same: true })
  })

  it.each([{}, WITH_BETA])(
    'leaves the thinking of an answer that was paused and sent before the mark came (%j)',
    target => {
      const run = runStep(dropFallbackMarks, {
        entries: [answer('msg_1', [thinking('sent')]), answer('msg_2', [thinking('old'), MARK, text('x')])],
        target,
      })
      expect(run.answer).toEqual([thinking('sent'), text('x')])
    },
  )

  it('leaves answers of one model alone', () => {
    expect(runStep(dropFallbackMarks, { answer: [thinking(), text('x')] }).same).toBe(true)
  })
})
