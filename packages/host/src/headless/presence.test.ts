import type { PresenceActivity, PresentPerson } from '@antiphon/core/wire'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPresence } from './presence.ts'

const person = (id: string, activity: PresenceActivity = 'idle', name = id): PresentPerson => ({
  author: { id, name },
  activity,
})

describe('the presence at a session', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('tells each change of it once, and a person once for all of their places', () => {
    const told: (readonly string[])[] = []
    const presence = createPresence({
      onChange: people => told.push(people.map(({ author, activity }) => `${author.name} ${activity}`)),
    })
    presence.note('page 1', person('ann'))
    presence.note('page 2', person('ben'))
    presence.note('page 1', person('ann'))
    presence.note('page 3', person('ann', 'typing'))
    presence.leave('page 3')
    presence.leave('page 1')
    presence.leave('nowhere')
    expect(told).toEqual([
      ['ann idle'],
      ['ann idle', 'ben idle'],
      ['ann typing', 'ben idle'],
      ['ann idle', 'ben idle'],
      ['ben idle'],
    ])
  })

  it('ends with silence, and soon after somebody hung up who does not come back', () => {
    const presence = createPresence({ onChange: () => undefined, silenceMs: 1000 })
    presence.note('a', person('ann'))
    vi.advanceTimersByTime(900)
    presence.note('a', person('ann'))
    vi.advanceTimersByTime(900)
    expect(presence.people()).toHaveLength(1)
    presence.leave('a', 50)
    presence.renew('a')
    presence.renew('nowhere')
    vi.advanceTimersByTime(60)
    expect(presence.people()).toHaveLength(1)
    presence.leave('a', 50)
    vi.advanceTimersByTime(60)
    expect(presence.people()).toEqual([])
  })

  it('is bounded: the place that was silent longest makes room', () => {
    const presence = createPresence({ onChange: () => undefined, maxPlaces: 2 })
    for (const id of ['a', 'b', 'a', 'c']) presence.note(id, person(id))
    expect(presence.people().map(({ author }) => author.id)).toEqual(['a', 'c'])
    presence.renew('a')
    presence.note('d', person('d'))
    expect(presence.people().map(({ author }) => author.id)).toEqual(['a', 'd'])
    presence.close()
    expect(presence.people()).toEqual([])
  })
})
