import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`

describe.skipIf(IS_SKIPPED)('what can be done with a line', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture } = setUpWindow()

  it('stands beside its words, not over them', async () => {
    const log = createLog('lines')
    log.say('Count them')
    log.answer({
      type: 'tool_use',
      id: 'run',
      name: 'Bash',
      input: { command: `wc -l ${'birds '.repeat(60)}` },
    })
    log.result('run', 'three', { stdout: 'three', stderr: '' })
    log.answer({ type: 'text', text: 'There are three herons at the pond. '.repeat(20) })
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.locator('[data-row=step]').hover()
    await expect.poll(() => overlaps(page, 'step', 'button[aria-expanded]')).toBe(false)
    await picture(page, 'actions-step')
    await page.locator('[data-row=item]').hover()
    await expect.poll(() => overlaps(page, 'item', 'p')).toBe(false)
    await picture(page, 'actions-item')
    expect(faults).toEqual([])
  })
})

/** Whether the actions of a row cover the letters of something in it. */
async function overlaps(page: Page, row: string, words: string): Promise<boolean> {
  return await page.evaluate(`(() => {
    const row = document.querySelector('[data-row=${row}]')
    const bar = row.querySelector('time').parentElement.getBoundingClientRect()
    const shown = row.querySelector(${JSON.stringify(words)})
    const range = document.createRange()
    range.selectNodeContents(shown)
    // Of what is cut the letters go on out of sight.
    const boxes = shown.tagName === 'P' ? [...range.getClientRects()] : [shown.getBoundingClientRect()]
    return boxes.some(box =>
      box.left < bar.right && box.right > bar.left && box.top + 4 < bar.bottom && box.bottom > bar.top)
  })()`)
}
