import type { WireEvent } from '@antiphon/core'
import type { WireResultEvent } from '@antiphon/core/wire'
import { describe, expect, it } from 'vitest'
import { createHost } from './host.ts'
import { createResultTeller, createTurnSwitch } from './tellers.ts'
import { toBreakdownEvent } from './to-result-event.ts'

function createHearing(): { readonly heard: string[]; readonly host: ReturnType<typeof createHost> } {
  const heard: string[] = []
  const host = createHost(async (event: WireEvent) => {
    if (event.type === 'result') heard.push(event.session_id ?? '')
  })
  return { heard, host }
}

const result = (name: string) => (): WireResultEvent =>
  toBreakdownEvent({ sessionId: name, prompts: [], spent: [] }, 'x')

describe('createResultTeller', () => {
  it('sends a result at once while nothing works in the background', async () => {
    const { heard, host } = createHearing()
    await createResultTeller(host, () => false).tell(result('one'))
    expect(heard).toEqual(['one'])
  })

  it('keeps results back while an agent works, and sends them in their order before the next', async () => {
    const { heard, host } = createHearing()
    let isBusy = true
    const teller = createResultTeller(host, () => isBusy)
    await teller.tell(result('one'))
    await teller.tell(result('two'))
    expect(heard).toEqual([])
    isBusy = false
    await teller.tell(result('three'))
    expect(heard).toEqual(['one', 'two', 'three'])
  })

  it('makes a result when it is sent, and sends it once', async () => {
    const { heard, host } = createHearing()
    let spent = 'little'
    const teller = createResultTeller(host, () => true)
    await teller.tell(() => result(spent)())
    spent = 'much'
    await teller.release()
    await teller.release()
    expect(heard).toEqual(['much'])
  })
})

describe('createTurnSwitch', () => {
  it('ends the turn that is about to begin, and not the next one', () => {
    const turns = createTurnSwitch()
    const first = turns.begin()
    turns.interrupt()
    expect(first.aborted).toBe(true)
    expect(turns.begin().aborted).toBe(false)
  })
})
