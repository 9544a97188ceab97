import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createOpenStreams } from './open-streams.ts'
import { type SendOptions, sendPieces } from './send-pieces.ts'

const formatFailure = (error: unknown): string => `failed: ${(error as Error).message}`

type Pieces = AsyncGenerator<string, void, undefined>

async function read(pieces: Pieces, options: Partial<SendOptions> = {}): Promise<string> {
  const outgoing = new PassThrough()
  void sendPieces(pieces, outgoing, { stop: new AbortController(), formatFailure, ...options })
  return text(outgoing)
}

async function* give(...pieces: readonly string[]): Pieces {
  yield* pieces
}

/** Gives nothing until the signal. */
async function* wait(signal: AbortSignal, onEnd: () => void): Pieces {
  try {
    yield 'first'
    await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
  } finally {
    onEnd()
  }
}

describe('what is sent in pieces', () => {
  it('is all of them in their order', async () => {
    const pieces = Array.from({ length: 5000 }, (_, n) => `${n},`)
    expect(await read(give(...pieces))).toBe(pieces.join(''))
  })

  it('tells where it failed, behind all that came before', async () => {
    const stop = new AbortController()
    async function* fail(): Pieces {
      yield 'one, '
      throw new Error('the disk is gone')
    }
    expect(await read(fail(), { stop })).toBe('one, failed: the disk is gone')
    expect(stop.signal.aborted).toBe(true)
  })

  it('begins with a heartbeat, and beats while it waits', async () => {
    const stop = new AbortController()
    const outgoing = new PassThrough()
    const heartbeat = { text: ':', everyMs: 1 }
    void sendPieces(
      wait(stop.signal, () => {}),
      outgoing,
      { stop, formatFailure, heartbeat },
    )
    let heard = ''
    for await (const chunk of outgoing) {
      heard += chunk
      if (heard === ':first::') stop.abort()
    }
    expect(heard).toBe(':first::')
  })

  it('is made no faster than it is read', async () => {
    const stop = new AbortController()
    let made = 0
    async function* makeMuch(): Pieces {
      for (; made < 1000; made += 1) yield 'x'.repeat(10_000)
    }
    const outgoing = new Writable({ write: () => {} })
    void sendPieces(makeMuch(), outgoing, { stop, formatFailure })
    await setTimeout(20)
    stop.abort()
    expect(made).toBeLessThan(20)
  })

  it.each(['left', 'stopped', 'never read'])('lets go of what makes it when it is %s', async how => {
    const stop = new AbortController()
    let hasEnded = false
    const outgoing = how === 'never read' ? new Writable({ write: () => {} }) : new PassThrough()
    const pieces = wait(stop.signal, () => (hasEnded = true))
    void sendPieces(pieces, outgoing, { stop, formatFailure })
    await setTimeout(20)
    if (how === 'left') outgoing.destroy()
    else stop.abort()
    await setTimeout(20)
    expect(hasEnded).toBe(true)
  })
})

describe('open streams', () => {
  it('are so many at once at most, and end with those who asked', () => {
    const streams = createOpenStreams({ limit: 2 })
    const request = new AbortController()
    expect(streams.open(request.signal)).not.toBeNull()
    expect(streams.open(new AbortController().signal)).not.toBeNull()
    expect(streams.open(request.signal)).toBeNull()
    request.abort()
    expect(streams.count()).toBe(1)
    streams.close()
    expect(streams.count()).toBe(0)
  })

  it('do not begin for somebody who is gone', () => {
    const streams = createOpenStreams({ limit: 2 })
    expect(streams.open(AbortSignal.abort())?.signal.aborted).toBe(true)
    expect(streams.count()).toBe(0)
  })
})
