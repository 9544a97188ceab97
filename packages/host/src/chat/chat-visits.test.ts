import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import type { HeadlessSession } from '../headless/headless-session.ts'
import { createChatVisits } from './chat-visits.ts'

const HOUR = 60 * 60 * 1000

function start() {
  const told: string[] = []
  let [followers, time] = [0, 0]
  const engine = {
    tell: async (messages: readonly Message[]) =>
      void told.push(...messages.map(message => ('content' in message ? String(message.content) : ''))),
    summarizeAway: async () => {
      told.push('away')
      return null
    },
  }
  const visits = createChatVisits({
    // All of a session that visits are about.
    session: { agent: { engine, env: {}, settings: { other: {} } } } as unknown as HeadlessSession,
    followers: () => followers,
    url: 'http://x',
    now: () => time,
    graceMs: 20,
  })
  return {
    told,
    visits,
    follow(count: number) {
      followers = count
      visits.look()
    },
    pass: (milliseconds: number) => (time += milliseconds),
  }
}

const BEGIN = 'Remote control is active. Continue at http://x'
const END = 'Remote control has ended at http://x'

describe('visits', () => {
  it('are told once for a stay, however often a page connects anew', async () => {
    const { told, visits, follow } = start()
    follow(1)
    expect(told).toEqual([])
    await visits.beforePrompt()
    await visits.beforePrompt()
    follow(0)
    follow(1)
    follow(2)
    follow(1)
    await sleep(40)
    expect(told).toEqual([BEGIN])
    follow(0)
    await sleep(40)
    expect(told).toEqual([BEGIN, END])
    follow(1)
    await visits.end()
    await visits.end()
    expect(told).toEqual([BEGIN, END, BEGIN, END])
  })

  it('leave no trace where nobody says anything', async () => {
    const { told, visits, follow } = start()
    follow(1)
    follow(0)
    await sleep(40)
    await visits.end()
    expect(told).toEqual([])
  })

  it('after a while begin with what happened meanwhile', async () => {
    const { told, follow, pass } = start()
    follow(1)
    follow(0)
    await sleep(40)
    pass(HOUR - 1)
    follow(1)
    follow(0)
    await sleep(40)
    expect(told).toEqual([])
    pass(HOUR)
    follow(1)
    await sleep(5)
    expect(told).toEqual(['away'])
  })
})
