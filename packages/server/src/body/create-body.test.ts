import { describe, expect, it } from 'vitest'
import { createBody } from './create-body.ts'
import { createOpenStreams } from './open-streams.ts'

const formatFailure = (error: unknown): string => `failed: ${(error as Error).message}`

async function read(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text()
}

async function* give(...pieces: readonly string[]): AsyncGenerator<string, void, undefined> {
  yield* pieces
}

/** Gives nothing until the signal. */
async function* wait(signal: AbortSignal, onEnd: () => void): AsyncGenerator<string, void, undefined> {
  try {
    yield 'first'
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  } finally {
    onEnd()
  }
}

describe('a body', () => {
  it('is all pieces in their order', async () => {
    const pieces = Array.from({ length: 5000 }, (_, n) => `${n},`)
    expect(await read(createBody(give(...pieces), { stop: new AbortController(), formatFailure }))).toBe(
      pieces.join(''),
    )
  })

  it('tells where it failed, behind all that came before', async () => {
    const stop = new AbortController()
    async function* fail(): AsyncGenerator<string, void, undefined> {
      yield 'one, '
      throw new Error('the disk is gone')
    }
    expect(await read(createBody(fail(), { stop, formatFailure }))).toBe('one, failed: the disk is gone')
    expect(stop.signal.aborted).toBe(true)
  })

  it('begins with a heartbeat, and beats while it waits', async () => {
    const stop = new AbortController()
    const body = createBody(
      wait(stop.signal, () => {}),
      { stop, formatFailure, heartbeat: { text: ':', everyMs: 1 } },
    )
    let heard = ''
    for await (const chunk of body) {
      heard += Buffer.from(chunk).toString()
      if (heard === ':first::') stop.abort()
    }
    expect(heard).toBe(':first::')
  })

  it.each(['cancelled', 'stopped', 'never read'])('lets go of what makes it when it is %s', async how => {
    const stop = new AbortController()
    let hasEnded = false
    const body = createBody(
      wait(stop.signal, () => (hasEnded = true)),
      { stop, formatFailure },
    )
    const reader = body.getReader()
    if (how !== 'never read') await reader.read()
    // It makes the first piece before anybody asks.
    else await new Promise(resolve => setTimeout(resolve, 20))
    if (how === 'cancelled') await reader.cancel()
    else stop.abort()
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(hasEnded).toBe(true)
  })
})

describe('open streams', () => {
  const options = { make: (signal: AbortSignal) => wait(signal, () => {}), formatFailure }

  it('are so many at once at most, and end with those who asked', () => {
    const streams = createOpenStreams({ limit: 2 })
    const request = new AbortController()
    expect(streams.open({ ...options, request: request.signal })).not.toBeNull()
    expect(streams.open({ ...options, request: new AbortController().signal })).not.toBeNull()
    expect(streams.open({ ...options, request: request.signal })).toBeNull()
    request.abort()
    expect(streams.count()).toBe(1)
    streams.close()
    expect(streams.count()).toBe(0)
  })

  it('do not begin for somebody who is gone', () => {
    const streams = createOpenStreams({ limit: 2 })
    streams.open({ ...options, request: AbortSignal.abort() })
    expect(streams.count()).toBe(0)
  })
})
