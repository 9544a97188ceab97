import type { Output } from '@antiphon/host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressBar } from './progress-bar.ts'

type FakeTerminal = { readonly output: Output; readonly written: string[] }

function createTerminal(options: { isTerminal?: boolean; write?: () => Promise<void> } = {}): FakeTerminal {
  const { isTerminal = true, write = async () => {} } = options
  const written: string[] = []
  const output = {
    isTerminal,
    columns: () => 40,
    write: (text: string) => {
      written.push(text)
      return write()
    },
  }
  return { output, written }
}

describe('createProgressBar', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('draws over the line that it drew before', async () => {
    const { output, written } = createTerminal()
    const bar = createProgressBar(output, 'Reading')
    bar.update(0, 10, 'a-long-name.jsonl')
    await vi.advanceTimersByTimeAsync(100)
    bar.update(5, 10)
    expect(written).toEqual([
      `\rReading ${'░'.repeat(20)}   0% a-lo…`,
      `\rReading ${'█'.repeat(10)}${'░'.repeat(10)}  50%      `,
    ])
  })

  it('draws at most ten times a second', async () => {
    const { output, written } = createTerminal()
    const bar = createProgressBar(output, 'Reading')
    for (let done = 0; done < 1000; done++) {
      bar.update(done, 1000)
      await vi.advanceTimersByTimeAsync(1)
    }
    expect(written).toHaveLength(10)
  })

  it('wipes its line, and may draw again', async () => {
    const { output, written } = createTerminal()
    const bar = createProgressBar(output, 'Reading')
    bar.update(3, null)
    await bar.clear()
    await bar.clear()
    expect(written).toEqual(['\r◐ Reading 3', `\r${' '.repeat(11)}\r`])
    bar.update(4, null)
    expect(written.at(-1)).toBe('\r◓ Reading 4')
  })

  it('waits for a slow terminal instead of filling it', async () => {
    let take = (): void => {}
    const { output, written } = createTerminal({ write: () => new Promise(resolve => (take = resolve)) })
    const bar = createProgressBar(output, 'Reading')
    bar.update(1, null)
    await vi.advanceTimersByTimeAsync(1000)
    bar.update(2, null)
    expect(written).toHaveLength(1)
    take()
    await vi.advanceTimersByTimeAsync(1)
    bar.update(3, null)
    expect(written).toHaveLength(2)
  })

  it('is silent where there is no terminal', async () => {
    const { output, written } = createTerminal({ isTerminal: false })
    const bar = createProgressBar(output, 'Reading')
    bar.update(1, 2)
    await bar.clear()
    expect(written).toEqual([])
  })
})
