import { describe, expect, it } from 'vitest'
import { formatProgress, type ProgressState } from './progress-bar.ts'
import { textWidth } from './text-width.ts'

const progress: ProgressState = {
  title: 'Reading',
  done: 30,
  total: 120,
  label: 'a.jsonl',
  elapsedMs: 10_000,
  doneBefore: 0,
  turn: 0,
}

describe('formatProgress', () => {
  it('tells share, time left and what is at work', () => {
    expect(formatProgress(progress, 80)).toBe('Reading █████░░░░░░░░░░░░░░░  25% · 30 s left a.jsonl')
  })

  it('reckons the time left from what was done here, not before', () => {
    expect(formatProgress({ ...progress, doneBefore: 20 }, 80)).toContain('· 1 min 30 s left')
  })

  it('tells no time left before it can know, nor at the end', () => {
    expect(formatProgress({ ...progress, elapsedMs: 900 }, 80)).not.toContain('left')
    expect(formatProgress({ ...progress, doneBefore: 30 }, 80)).not.toContain('left')
    expect(formatProgress({ ...progress, done: 120 }, 80)).toBe(`Reading ${'█'.repeat(20)} 100% a.jsonl`)
  })

  it('never shows more than all', () => {
    expect(formatProgress({ ...progress, done: 500, label: '' }, 80)).toBe(`Reading ${'█'.repeat(20)} 100%`)
  })

  it('turns and counts where the total is not known', () => {
    const unknown = { ...progress, total: null, done: 12_345 }
    expect(formatProgress(unknown, 80)).toBe('◐ Reading 12,345 a.jsonl')
    expect(formatProgress({ ...unknown, turn: 5 }, 80)).toBe('◓ Reading 12,345 a.jsonl')
    expect(formatProgress({ ...progress, total: 0, done: 0 }, 80)).toBe('◐ Reading 0 a.jsonl')
  })

  it('keeps to the width, and obeys nothing that a label holds', () => {
    const line = formatProgress({ ...progress, label: `\u001b[2J\n${'灯'.repeat(90)}` }, 60)
    expect(textWidth(line)).toBeLessThanOrEqual(60)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(line).not.toMatch(/[\u0000-\u001f]/)
  })
})
