import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatKey } from './key.ts'
import { createKeyListener, isRemoteTerminal } from './key-listener.ts'

/** What is heard of pieces, each with the milliseconds that pass behind it. */
async function hear(
  pieces: readonly (readonly [text: string, ms: number])[],
  { isRemote = false, hasSequences = false } = {},
): Promise<readonly string[]> {
  const heard: string[] = []
  const listener = createKeyListener({
    isRemote,
    onKeys: keys => heard.push(...keys.map(key => (key.kind === 'key' ? formatKey(key) : key.kind))),
  })
  listener.expectSequences(hasSequences)
  for (const [text, ms] of pieces) {
    listener.hear(text)
    await vi.advanceTimersByTimeAsync(ms)
  }
  listener.end()
  return heard
}

describe('createKeyListener', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('takes an Escape that nothing follows for the key, soon', async () => {
    expect(await hear([['\u001b', 60]])).toEqual(['escape'])
    expect(await hear([['\u001b', 60]], { isRemote: true })).toEqual([])
    expect(await hear([['\u001b', 210]], { isRemote: true })).toEqual(['escape'])
  })

  it('waits for the rest of a key that has begun, wherever it is cut', async () => {
    const key = '\u001b[1;5D'
    for (let cut = 2; cut < key.length; cut++)
      expect(
        await hear([
          [key.slice(0, cut), 900],
          [`${key.slice(cut)}x`, 0],
        ]),
      ).toEqual(['ctrl+left', 'x'])
    expect(
      await hear(
        [...key].map(letter => [letter, 150] as const),
        { isRemote: true },
      ),
    ).toEqual(['ctrl+left'])
  })

  it('takes what is typed a while behind Escape for no Alt', async () => {
    const typed = [
      ['\u001b', 100],
      ['O', 0],
    ] as const
    expect(await hear(typed, { isRemote: true })).toEqual(['escape', 'O'])
    expect(await hear([['\u001bb', 0]], { isRemote: true })).toEqual(['alt+b'])
  })

  it('waits longer where Escape is a sequence itself, and not for ever', async () => {
    const late = [
      ['\u001b', 900],
      ['[A', 0],
    ] as const
    expect(await hear(late, { hasSequences: true })).toEqual(['up'])
    expect(await hear([['\u001b', 1100]], { hasSequences: true })).toEqual(['escape'])
  })

  it('types nothing of a key that never ends, but Alt with its first sign', async () => {
    expect(await hear([['\u001b[', 1100]])).toEqual(['alt+['])
    expect(await hear([['\u001b[1;', 5000]])).toEqual([])
  })
})

describe('isRemoteTerminal', () => {
  it('goes by what ssh leaves in the environment', () => {
    expect(isRemoteTerminal({ SSH_TTY: '/dev/pts/1' })).toBe(true)
    expect(isRemoteTerminal({ SSH_CONNECTION: '' })).toBe(false)
  })
})
