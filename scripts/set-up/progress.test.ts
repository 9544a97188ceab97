import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgress } from './progress.mjs'

describe('progress', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function start(terminal: object): { progress: ReturnType<typeof createProgress>; written: string[] } {
    const written: string[] = []
    const output = { write: (text: string) => written.push(text), ...terminal }
    return { progress: createProgress('installing', { output }), written }
  }

  it('is a line every ten seconds where there is no terminal', () => {
    const { progress, written } = start({ isTTY: false })
    progress.update('3 of 9 packages', 1 / 3)
    vi.advanceTimersByTime(25_000)
    progress.end('installed 9 packages')
    expect(written).toEqual([
      'set-up: installing …\n',
      'set-up: installing: 3 of 9 packages · 10 s\n',
      'set-up: installing: 3 of 9 packages · 20 s\n',
      'set-up: installed 9 packages (25 s)\n',
    ])
  })

  it('is one line that moves in a terminal, never wider than it, and is gone at the end', () => {
    const { progress, written } = start({ isTTY: true, columns: 50 })
    progress.update('5 of 10 packages · a-package-with-a-long-name 1.0.0', 0.5)
    vi.advanceTimersByTime(100)
    expect(written).toEqual(['\r\u001b[2Kset-up: installing ━━━━━━━━━━╌╌╌╌╌╌╌╌╌╌ 5 of 10 p'])
    progress.end()
    progress.end('twice')
    vi.advanceTimersByTime(60_000)
    expect(written.slice(1)).toEqual(['\r\u001b[2K'])
  })
})
