import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { PressedKey } from '../keyboard/key.ts'
import { createPalette } from '../terminal/screen.ts'
import { createLogWindow } from './log-window.ts'
import { openTranscript } from './transcript-view.ts'

const COUNT = 1500
const folder = mkdtempSync(join(tmpdir(), 'antiphon-transcript-'))
const path = join(folder, 'log.jsonl')
const sign = (index: number): string => `prompt-${String(index).padStart(4, '0')}`
writeFileSync(
  path,
  Array.from({ length: COUNT }, (_, index) => {
    const uuid = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const message = { role: 'user', content: `${sign(index)}\nits second line` }
    return `${JSON.stringify({ type: 'user', uuid, parentUuid: null, timestamp: '', message })}\n`
  }).join(''),
)
afterAll(() => rmSync(folder, { recursive: true }))

function openView() {
  let lines: readonly string[] = []
  const view = openTranscript({
    ...{ path, cwd: folder, words: 'T', onClose() {} },
    screen: () => ({ width: 60, palette: createPalette(false) }),
    size: () => ({ columns: 60, rows: 20 }),
    onChange() {},
  })
  const draw = (): readonly string[] => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: where each line is written
    lines = view.draw().split(/\u001b\[\d+;1H/)
    return lines
  }
  return {
    press: (name: PressedKey['name'], text = '') =>
      view.key({ kind: 'key', name, text, ctrl: false, alt: false, shift: false }),
    /** The prompts on the screen, once nothing is being read. */
    async shown(): Promise<readonly string[]> {
      await vi.waitFor(() => expect(draw().at(-1)).toMatch(/%(?!.*…)/), { interval: 2 })
      return lines.flatMap(line => line.match(/prompt-\d+/g) ?? [])
    },
    status: () => draw().at(-1),
  }
}

describe('openTranscript', () => {
  it('goes through all of a long session, page by page, and back', async () => {
    const view = openView()
    const ways = [
      { key: 'page-up', last: sign(0), expected: (seen: string[]) => seen.reverse() },
      { key: 'page-down', last: sign(COUNT - 1), expected: (seen: string[]) => seen },
    ] as const
    for (const { key, last, expected } of ways) {
      const seen = new Set<string>()
      for (let page = 0; page < COUNT && !seen.has(last); page += 1) {
        const shown = await view.shown()
        // Pages overlap by a line, and nothing is left out between them.
        for (const prompt of key === 'page-up' ? shown.toReversed() : shown) seen.add(prompt)
        view.press(key)
      }
      expect(expected([...seen])).toEqual(Array.from({ length: COUNT }, (_, index) => sign(index)))
    }
  })

  it('is at either end at once', async () => {
    const view = openView()
    expect(await view.shown()).toContain(sign(COUNT - 1))
    expect(view.status()).toContain('100%')
    view.press('text', 'g')
    expect((await view.shown())[0]).toBe(sign(0))
    expect(view.status()).toContain(' 0%')
    view.press('text', 'G')
    expect((await view.shown()).at(-1)).toBe(sign(COUNT - 1))
  })
})

describe('createLogWindow', () => {
  it('holds so much, however far it moves', async () => {
    const log = createLogWindow(path)
    await log.open('end')
    let most = 0
    while (!log.isAtStart()) {
      await log.extend('start', log.entries()[20]?.seq ?? 0)
      most = Math.max(most, log.entries().length)
    }
    expect(most).toBeLessThan(700)
    expect(log.entries()[0]?.seq).toBe(0)
    expect(log.isAtEnd()).toBe(false)
    while (!log.isAtEnd()) await log.extend('end', log.entries().at(-20)?.seq ?? 0)
    expect(log.entries().length).toBeLessThan(700)
    for (const [index, { seq }] of log.entries().entries())
      if (index > 0) expect(seq).toBe(log.entries()[index - 1]?.next)
  })
})
