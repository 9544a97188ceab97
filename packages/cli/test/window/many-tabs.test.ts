import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeLongSession, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`

describe.skipIf(IS_SKIPPED)('many tabs of the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit } = setUpWindow()

  it('leave each other their connections, and catch up when they are seen again', async () => {
    const { page, root, server } = await visit({
      files: { [LOG]: toLines(makeLongSession('long', 20).entries) },
    })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 20.').waitFor()
    const address = page.url()
    const tabs = [page]
    // A browser keeps six connections to a server: the seventh tab had none left.
    for (let number = 1; number < 8; number += 1) {
      await setVisible(tabs.at(-1) ?? page, false)
      const tab = await page.context().newPage()
      tabs.push(tab)
      await tab.goto(address)
      await tab.getByText('Answer 20.').waitFor({ timeout: 20_000 })
    }
    await expect.poll(() => server.openStreams(), { timeout: 10_000 }).toBeLessThanOrEqual(2)
    const uuid = uuidOf(900)
    const line = {
      type: 'user',
      uuid,
      parentUuid: uuidOf(40),
      message: { role: 'user', content: 'While you were away' },
    }
    await appendFile(join(root, LOG), toLines([{ ...line, timestamp: '2026-11-15T09:00:00.000Z' }]))
    await tabs.at(-1)?.getByText('While you were away').first().waitFor()
    await setVisible(tabs.at(-1) ?? page, false)
    await setVisible(page, true)
    await page.locator('.item').getByText('While you were away').waitFor({ timeout: 20_000 })
    for (const tab of tabs.slice(1)) await tab.close()
  })
})

/** Headless pages are all in sight: they are told otherwise. */
async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isVisible ? 'visible' : 'hidden'}' })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)
}

function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify({ cwd: '/home/me', ...(entry as object) })}\n`).join('')
}
