import { describe, expect, it } from 'vitest'
import { computeNextFire, describeTaskTime, foldSchedule, type ScheduledTask } from './scheduled-task.ts'

const MINUTE = 60_000
const task = (time: ScheduledTask['time'], more: Partial<ScheduledTask> = {}): ScheduledTask => ({
  ...{ id: 'a', prompt: 'x', time, createdAt: 0 },
  ...more,
})

describe('the next time of a task', () => {
  it('is once, after a while, or by the clock', () => {
    expect(computeNextFire({ task: task({ kind: 'at', at: 7 }), firedAt: null })).toBe(7)
    expect(computeNextFire({ task: task({ kind: 'at', at: 7 }), firedAt: 9 })).toBe(null)
    const every = task({ kind: 'every', minutes: 5 })
    expect(computeNextFire({ task: every, firedAt: null })).toBe(5 * MINUTE)
    // Late by much: not made up for one by one.
    expect(computeNextFire({ task: every, firedAt: 1_000 * MINUTE })).toBe(1_005 * MINUTE)
    const clock = task({ kind: 'cron', cron: '* * * * *', isOnce: true })
    expect(computeNextFire({ task: clock, firedAt: null })).toBe(MINUTE)
    expect(computeNextFire({ task: clock, firedAt: MINUTE })).toBe(null)
    expect(computeNextFire({ task: task({ kind: 'cron', cron: 'x', isOnce: false }), firedAt: null })).toBe(
      null,
    )
  })

  it('ends where the task does', () => {
    const short = task({ kind: 'every', minutes: 5 }, { expiresAt: 6 * MINUTE })
    expect(computeNextFire({ task: short, firedAt: null })).toBe(5 * MINUTE)
    expect(computeNextFire({ task: short, firedAt: 5 * MINUTE })).toBe(null)
  })

  it('is told in words', () => {
    expect(describeTaskTime({ kind: 'every', minutes: 1 })).toBe('every minute')
    expect(describeTaskTime({ kind: 'cron', cron: '0 9 * * *', isOnce: true })).toBe('once at 0 9 * * *')
  })
})

describe('the lines of a schedule', () => {
  const add = (id: string) => ({
    type: 'scheduled-task',
    operation: 'add',
    task: { ...task({ kind: 'every', minutes: 1 }), id },
  })

  it('give what is still to be said, whatever else the file holds', () => {
    const lines = [
      add('a'),
      add('b'),
      add('c'),
      { type: 'scheduled-task', operation: 'cancel', id: 'b', at: 1 },
      { type: 'scheduled-task', operation: 'fire', id: 'a', due: MINUTE, at: MINUTE },
      { type: 'scheduled-task', operation: 'fire', id: 'nobody', due: 1, at: 1 },
      { type: 'scheduled-task', operation: 'add', task: { id: 7 } },
      {
        type: 'scheduled-task',
        operation: 'add',
        task: { ...task({ kind: 'every', minutes: 1 }), time: {} },
      },
      { type: 'else' },
    ]
    expect(foldSchedule(lines).map(({ task: { id }, firedAt }) => [id, firedAt])).toEqual([
      ['a', MINUTE],
      ['c', null],
    ])
  })
})
