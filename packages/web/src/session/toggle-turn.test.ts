import { groupTurns } from '@antiphon/core/turns'
import { describe, expect, it } from 'vitest'
import { createLog } from '../../test/make-sessions.ts'
import { computeStory } from '../story/compute-story.ts'
import { createFolds } from '../story/folds.ts'
import { isTurnOpen, toggleTurns } from './toggle-turn.ts'

function makeTurns() {
  const log = createLog('calls')
  log.say('Look')
  for (const id of ['one', 'two']) {
    log.answer({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
    log.result(id, 'done')
  }
  const placed = log.entries.map((entry, index) => ({
    entry,
    seq: index * 10,
    next: index * 10 + 10,
    cut: 0,
  }))
  return groupTurns(computeStory(placed).items)
}

describe('toggleTurns', () => {
  it('closes what stands open by itself at the first press', () => {
    const turns = makeTurns()
    const [turn] = turns
    if (!turn) throw new Error('there is a turn')
    const options = { folds: createFolds(), openCalls: 'all' } as const
    expect(isTurnOpen(turn, options)).toBe(true)
    toggleTurns(turns, options)
    expect(isTurnOpen(turn, options)).toBe(false)
    toggleTurns(turns, options)
    expect(isTurnOpen(turn, options)).toBe(true)
  })

  it('opens what stands closed', () => {
    const turns = makeTurns()
    const options = { folds: createFolds(), openCalls: 'failed' } as const
    toggleTurns(turns, options)
    expect(turns.every(turn => isTurnOpen(turn, options))).toBe(true)
  })
})
