import type { WireEvent } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { toJson } from '../json/json.ts'
import { type ChatEvents, createChatEvents } from './chat-events.ts'

const INIT = { type: 'system', subtype: 'init' }
const IDLE = { type: 'system', subtype: 'session_state_changed', state: 'idle' }
const ASKED = { type: 'control_request', request_id: 'a' }

function add(events: ChatEvents, ...added: readonly object[]): void {
  // Only these fields are looked at.
  for (const event of added) events.add(event as WireEvent, toJson(event as WireEvent))
}

/** What somebody who begins there is told at once. */
async function hear(events: ChatEvents, from = 0): Promise<readonly number[]> {
  const heard: number[] = []
  const stop = new AbortController()
  const following = events.follow(from, stop.signal)
  for (;;) {
    const next = await Promise.race([
      following.next(),
      new Promise<null>(resolve => setTimeout(resolve, 5, null)),
    ])
    if (next === null || next.done) break
    heard.push(next.value.seq)
  }
  stop.abort()
  await following.return()
  return heard
}

describe('the events of a chat', () => {
  it('count whoever reads now and then as a follower, until they stay away', async () => {
    let changes = 0
    const events = createChatEvents({ visitMs: 20, onFollowers: () => changes++ })
    add(events, INIT, IDLE)
    expect(events.read(1).map(({ seq }) => seq)).toEqual([1])
    expect(events.read(2)).toEqual([])
    expect([events.followers(), changes]).toEqual([1, 1])
    await vi.waitFor(() => expect([events.followers(), changes]).toEqual([0, 2]))
  })

  it('of the last turn are kept until the next begins; then only what holds', async () => {
    const events = createChatEvents()
    add(events, INIT, { type: 'assistant' }, { type: 'result' }, IDLE)
    expect(await hear(events)).toEqual([0, 1, 2, 3])
    expect(await hear(events, 2)).toEqual([2, 3])
    add(events, INIT, { type: 'assistant' })
    expect(await hear(events)).toEqual([3, 4, 5])
  })

  it('keep a question until it is answered or taken back', async () => {
    const events = createChatEvents()
    add(events, INIT, ASKED, { type: 'assistant' }, INIT, INIT)
    expect(await hear(events)).toEqual([1, 4])
    add(events, { type: 'control_cancel_request', request_id: 'a' }, INIT)
    expect(await hear(events)).toEqual([6])
  })

  it('keep the newest model and mode', async () => {
    const events = createChatEvents()
    const status = { type: 'system', subtype: 'status', status: null }
    add(events, { ...status, model: 'a' }, { ...status, model: 'b' }, { ...status, permissionMode: 'plan' })
    add(events, { ...status, status: 'requesting' }, INIT)
    expect(await hear(events)).toEqual([1, 2, 4])
  })

  it('keep of who is here, and of what waits, only the newest word', async () => {
    const events = createChatEvents()
    const [presence, waiting] = ['presence', 'prompts_waiting'].map(subtype => ({ type: 'system', subtype }))
    add(events, INIT, presence ?? {}, presence ?? {}, waiting ?? {}, waiting ?? {})
    expect(await hear(events)).toEqual([0, 2, 4])
    add(events, INIT)
    expect(await hear(events)).toEqual([2, 4, 5])
  })

  it('let the parts of an answer go when the next begins, and not those of another agent', async () => {
    const events = createChatEvents()
    const part = (type: string, parent: string | null = null): object => ({
      type: 'stream_event',
      event: { type },
      parent_tool_use_id: parent,
    })
    add(events, part('message_start'), part('message_start', 'agent'), part('message_stop'), {
      type: 'assistant',
    })
    add(events, part('message_start'), part('message_stop'))
    expect(await hear(events)).toEqual([1, 3, 4, 5])
  })

  it('wait for those who read slowly', async () => {
    const events = createChatEvents()
    add(events, INIT, { type: 'assistant' }, { type: 'result' })
    const stop = new AbortController()
    const slow = events.follow(0, stop.signal)
    await slow.next()
    add(events, INIT, INIT)
    expect([await slow.next(), await slow.next()]).toMatchObject([
      { value: { seq: 1 } },
      { value: { seq: 2 } },
    ])
    stop.abort()
    expect(await slow.next()).toMatchObject({ done: true })
    expect(events.followers()).toBe(0)
  })

  it('stay within their bound, the newest last', async () => {
    const events = createChatEvents({ maxUnits: 10_000 })
    add(events, ASKED)
    for (let n = 0; n < 1000; n++) add(events, { type: 'assistant', text: 'x'.repeat(100) })
    const heard = await hear(events)
    expect(heard[0]).toBe(0)
    expect(heard.at(-1)).toBe(1000)
    expect(heard.length).toBeLessThan(100)
  })

  it('end for all who follow when the agent ends, after all was told', async () => {
    const events = createChatEvents()
    const following = events.follow(0, new AbortController().signal)
    const first = following.next()
    add(events, INIT)
    events.end()
    expect(await first).toMatchObject({ value: { seq: 0 } })
    expect(await following.next()).toMatchObject({ done: true })
  })

  it('come in their order and never twice, whatever happens', async () => {
    const event = fc.constantFrom<object>(
      INIT,
      IDLE,
      ASKED,
      { type: 'assistant' },
      { type: 'control_cancel_request', request_id: 'a' },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), fc.nat(30), async (added, from) => {
        const events = createChatEvents()
        add(events, ...added)
        events.end()
        const heard: number[] = []
        for await (const { seq } of events.follow(from, new AbortController().signal)) heard.push(seq)
        expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other))
        expect(heard.every(seq => seq >= from && seq < added.length)).toBe(true)
        if (added.length > from) expect(heard.at(-1)).toBe(added.length - 1)
      }),
    )
  })
})
