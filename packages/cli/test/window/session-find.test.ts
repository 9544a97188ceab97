import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, toLines, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`

describe.skipIf(IS_SKIPPED)('finding in a session', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit } = setUpWindow()

  it('counts marks, not messages, and leads from one to the next', async () => {
    const log = createLog('marks')
    log.say('Where do herons nest?')
    log.answer({ type: 'text', text: `Herons nest high.\n\n${'Reeds.\n\n'.repeat(80)}No heron nests low.` })
    log.answer({ type: 'tool_use', id: 'look', name: 'Bash', input: { command: 'grep heron birds' } })
    log.result('look', 'heron one', { stdout: 'heron one', stderr: '' })
    log.answer({ type: 'text', text: 'That is all.' })
    const { page, faults } = await visit({ files: { [LOG]: toLines(log.entries) } })
    await page.locator('.session-row').first().click()
    await page.getByText('That is all.').waitFor()
    await page.keyboard.press('f')
    const field = page.getByLabel('Find in this session')
    await field.fill('heron')
    const seen: string[] = []
    // It begins where the reader is.
    for (const at of [2, 3, 4, 5, 1]) {
      await page.getByText(new RegExp(`^${at} of 5$`)).waitFor()
      await expect.poll(() => isMarkInSight(page)).toBe(true)
      seen.push(await readAroundMark(page))
      await field.press('Enter')
    }
    await page.getByText('2 of 5', { exact: true }).waitFor()
    expect(seen.map(words => words.slice(0, 16))).toEqual([
      'Herons nest high',
      'No heron nests l',
      'Rungrep heron bi',
      'heron one',
      'Where do herons ',
    ])
    await field.press('Shift+Enter')
    await page.getByText('1 of 5', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })
})

const MARK = `[...(CSS.highlights.get('found-current') ?? [])]`

async function isMarkInSight(page: Page): Promise<boolean> {
  return await page.evaluate(`(() => {
    const [box] = ${MARK}.map(range => range.getBoundingClientRect())
    const view = document.querySelector('.story-scroll').getBoundingClientRect()
    return box !== undefined && box.top >= view.top && box.bottom <= view.bottom
  })()`)
}

/** The whole text that the mark stands in. */
async function readAroundMark(page: Page): Promise<string> {
  return await page.evaluate(
    `${MARK}[0].startContainer.parentElement.closest('p, pre, h2, code, div').textContent`,
  )
}
