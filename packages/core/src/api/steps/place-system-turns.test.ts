import { describe, expect, it } from 'vitest'
import { text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { placeSystemTurns } from './place-system-turns.ts'

const REMINDER = text('<system-reminder>\nmind the gap\n</system-reminder>')

describe('placeSystemTurns', () => {
  it('leaves a system turn behind the reply where the model takes one', () => {
    const run = runStep(placeSystemTurns, { reply: [text('x')], system: [text('mind the gap')] })
    expect(run.exchange.reply.map(piece => piece.system ?? false)).toEqual([false, true])
    expect(run.repairs).toEqual([])
  })

  it.each([
    ['the model takes none', { model: 'claude-haiku-4-5' }],
    ['the platform takes none', { platform: 'bedrock' }],
  ] as const)('makes it a reminder where %s', (_, target) => {
    const run = runStep(placeSystemTurns, { reply: [text('x')], system: [text('mind the gap')], target })
    expect(run.reply).toEqual([text('x'), REMINDER])
    expect(run.exchange.reply.some(piece => piece.system)).toBe(false)
    expect(rulesOf(run.repairs)).toEqual(['SYS-06 replaced'])
    expect(runAgain(placeSystemTurns, run, { target })).toMatchObject({ same: true, repairs: [] })
  })

  it('makes it a reminder where nobody else speaks', () => {
    expect(runStep(placeSystemTurns, { system: [text('mind the gap')] }).reply).toEqual([REMINDER])
  })

  it('wraps no reminder twice', () => {
    expect(runStep(placeSystemTurns, { system: [REMINDER] }).reply).toEqual([REMINDER])
  })

  it('leaves replies without a system turn', () => {
    expect(runStep(placeSystemTurns, { reply: [text('x')] }).same).toBe(true)
  })
})
