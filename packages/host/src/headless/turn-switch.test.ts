import { describe, expect, it } from 'vitest'
import { createTurnSwitch } from './turn-switch.ts'

describe('createTurnSwitch', () => {
  it('ends the turn that is about to begin, and not the next one', () => {
    const turns = createTurnSwitch()
    const first = turns.begin()
    turns.interrupt()
    expect(first.aborted).toBe(true)
    expect(turns.begin().aborted).toBe(false)
  })
})
