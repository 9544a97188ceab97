import type { ControlRequest, WireEvent } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { createHost, type Host } from './host.ts'

const REQUEST: ControlRequest = { subtype: 'mcp_status' }
const NEVER = new AbortController().signal

function openHost(): { readonly host: Host; readonly sent: WireEvent[] } {
  const sent: WireEvent[] = []
  return { sent, host: createHost(async event => void sent.push(event)) }
}

function idOf(event: WireEvent | undefined): string {
  return event?.type === 'control_request' ? event.request_id : ''
}

describe('createHost', () => {
  it('gives the answer of the same id to the one who asked', async () => {
    const { host, sent } = openHost()
    const [first, second] = [host.ask(REQUEST, NEVER), host.ask(REQUEST, NEVER)]
    expect(host.settle(idOf(sent[1]), { status: 'refused', error: 'no' })).toBe(true)
    expect(host.settle(idOf(sent[0]), { status: 'answered', response: { a: 1 } })).toBe(true)
    expect(await first).toEqual({ status: 'answered', response: { a: 1 } })
    expect(await second).toEqual({ status: 'refused', error: 'no' })
  })

  it('takes a question back, once, and waits for nothing after that', async () => {
    const { host, sent } = openHost()
    const controller = new AbortController()
    const asked = host.ask(REQUEST, controller.signal)
    controller.abort()
    expect(await asked).toEqual({ status: 'cancelled' })
    expect(sent[1]).toEqual({ type: 'control_cancel_request', request_id: idOf(sent[0]) })
    expect(host.settle(idOf(sent[0]), { status: 'answered', response: {} })).toBe(false)
    expect(sent).toHaveLength(2)
  })

  it('asks nobody where the question was taken back before', async () => {
    const { host, sent } = openHost()
    expect(await host.ask(REQUEST, AbortSignal.abort())).toEqual({ status: 'cancelled' })
    expect(sent).toEqual([])
  })

  it('does not ask what is longer than it can read, and counts that as refused', async () => {
    const sent: WireEvent[] = []
    const host = createHost(async event => void sent.push(event), 300)
    const request = (word: string): ControlRequest => ({ subtype: 'read_file', path: word })
    expect(await host.ask(request('é'.repeat(150)), NEVER)).toMatchObject({ status: 'refused' })
    expect(sent).toEqual([])
    void host.ask(request('é'.repeat(50)), NEVER)
    expect(sent).toHaveLength(1)
  })

  it('tells all who wait, and all who ask later, that nobody is there', async () => {
    const { host, sent } = openHost()
    const asked = host.ask(REQUEST, NEVER)
    host.leave()
    expect(await asked).toEqual({ status: 'gone' })
    expect(await host.ask(REQUEST, NEVER)).toEqual({ status: 'gone' })
    expect(sent).toHaveLength(1)
  })
})
