import type { LogHead } from '@antiphon/transcript'
import { describe, expect, it } from 'vitest'
import { findCopyLimit, groupSessions, planReplica } from './plan-replica.ts'

function headOf(session: string, day: number, bytes: number, subpath?: string): LogHead {
  const key = { project: '-work', session, ...(subpath !== undefined && { subpath }) }
  const modifiedAt = new Date(Date.UTC(2026, 10, day)).toISOString()
  return {
    ...{ key, modifiedAt, bytes, seq: bytes, life: session, note: null },
    ...{ writer: null, heldSince: null, person: null, host: null },
  }
}

const SESSIONS = groupSessions([
  headOf('old', 1, 10),
  headOf('new', 5, 10),
  headOf('old', 3, 20, 'subagents/agent-a'),
  headOf('middle', 4, 30),
  // Whoever may write to the store can name a log so.
  headOf('../../outside', 6, 5),
])

function namesOf(limitBytes: number, readAt: Readonly<Record<string, number>> = {}, open = ''): unknown {
  const options = { limitBytes, readAt: new Map(Object.entries(readAt)) }
  const plan = planReplica(SESSIONS.values(), { ...options, isOpen: name => name === open })
  return [plan.kept, plan.leftOut].map(list => list.map(({ name }) => name.replace('-work/', '')))
}

describe('planReplica', () => {
  it('keeps all where there is room, the newest first, a session with its subagents', () => {
    expect(namesOf(70)).toEqual([['new', 'middle', 'old'], []])
    expect(SESSIONS.get('-work/old')).toMatchObject({ bytes: 30, modifiedAt: '2026-11-03T00:00:00.000Z' })
  })

  it('leaves out what was neither read nor written for the longest time', () => {
    expect(namesOf(40)).toEqual([['new', 'middle'], ['old']])
    expect(namesOf(40, { '-work/old': Date.UTC(2026, 10, 9) })).toEqual([['old', 'new'], ['middle']])
    expect(namesOf(0)).toEqual([[], ['new', 'middle', 'old']])
  })

  it('has room for one that somebody reads, however large it is', () => {
    expect(namesOf(5, {}, '-work/middle')).toEqual([['middle'], ['new', 'old']])
  })
})

describe('findCopyLimit', () => {
  it('is twenty gigabytes unless a number is told', () => {
    expect(findCopyLimit({})).toBe(20 * 1024 ** 3)
    expect(findCopyLimit({ ANTIPHON_STORE_COPY_GB: '0.5' })).toBe(1024 ** 3 / 2)
    expect(findCopyLimit({ ANTIPHON_STORE_COPY_GB: 'much' })).toBe(20 * 1024 ** 3)
  })
})
