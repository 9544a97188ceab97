import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`

/** So many turns, and a compaction before the last of them: those before it are one line each. */
function makeTurns(count: number, words = ''): string {
  const log = createLog('turns')
  for (let turn = 1; turn <= count; turn += 1) {
    log.say(`Question ${turn} ${words}`)
    log.answer({ type: 'text', text: `Answer ${turn}.` })
    if (turn === count - 2)
      log.add({
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        compactMetadata: { trigger: 'auto', preTokens: 169_000 },
      })
  }
  return toLines(log.entries)
}

describe.skipIf(IS_SKIPPED)('a session of very many turns', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit } = setUpWindow()

  it('is read from its end to its beginning and back by scrolling alone', async () => {
    const { page, faults } = await visit({ files: { [LOG]: makeTurns(700) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 700.').waitFor()
    await page.getByText('700 turns').waitFor()
    await page.locator('.story-scroll').hover()
    const seen = await scrollUntil(page, -1500, numbers => numbers.includes(1))
    // Nothing is passed over, and nothing moves under the reader.
    expect(missing(seen, 1, 690)).toEqual([])
    // The page holds what is in sight, however far one came.
    expect(await page.locator('.virtual-line').count()).toBeLessThan(80)
    await scrollUntil(page, 1500, numbers => numbers.includes(697))
    await scrollUntil(page, 1500, () => page.getByText('Answer 700.').isVisible())
    expect(faults).toEqual([])
  })

  it('leaves no empty space below the first turns: what comes is read on to', async () => {
    const { page, faults } = await visit({ files: { [LOG]: makeTurns(5, 'x'.repeat(300_000)) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 5.').waitFor()
    await page.keyboard.press('g')
    await page.getByRole('button', { name: /^1 Question 1\b/ }).waitFor()
    await page.getByText('Answer 5.').waitFor()
    expect(await page.getByText(/Go on with turn/).count()).toBe(0)
    expect(faults).toEqual([])
  })
})

/** Turns the wheel, a screen and more at a time, and tells which lines of turns were seen. */
async function scrollUntil(
  page: Page,
  step: number,
  isThere: (numbers: readonly number[]) => boolean | Promise<boolean>,
): Promise<ReadonlySet<number>> {
  const seen = new Set<number>()
  for (let turned = 0; turned < 200; turned += 1) {
    const numbers = await readNumbers(page)
    for (const number of numbers) seen.add(number)
    if (await isThere(numbers)) return seen
    await page.mouse.wheel(0, Math.sign(step) * 600)
    await page.waitForTimeout(60)
  }
  throw new Error(`It is not reached; seen are ${[...seen].sort((one, other) => one - other).join(' ')}`)
}

/** The numbers of the turns that are drawn in one line each. */
async function readNumbers(page: Page): Promise<readonly number[]> {
  return await page.evaluate(
    `[...document.querySelectorAll('.virtual-line')].flatMap(line => {
      const number = /^(\\d+)\\s*Question/.exec(line.textContent)
      return number ? [Number(number[1])] : []
    })`,
  )
}

function missing(seen: ReadonlySet<number>, from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(number => !seen.has(number))
}
