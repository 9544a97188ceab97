import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const TITLES = [
  'The fog horn drifts',
  'Move the tide tables',
  'Why is the lamp dark',
  'Rename Signal to Beacon',
]
const row = (page: Page, name: string): Locator => page.locator('.session-row', { hasText: name })

/** Sessions of two folders, the first of the newest day. */
function makeFiles(): Record<string, string> {
  return Object.fromEntries(
    TITLES.map((title, index) => {
      const id = uuidOf(index + 1)
      const log = createLog(id)
      log.say(`${title} today, please`)
      log.answer({ type: 'text', text: 'Yes.' })
      const cwd = index < 2 ? '/home/me/lighthouse' : '/home/me/harbor-api'
      const entries = log.entries.map(entry => ({ cwd, gitBranch: 'main', version: '2.1.200', ...entry }))
      return [`projects/-work-${index < 2 ? 'lighthouse' : 'harbor-api'}/${id}.jsonl`, toLines(entries)]
    }),
  )
}

describe.skipIf(IS_SKIPPED)('the list of sessions', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it.each(['light', 'dark'] as const)(
    'folds by keys and keeps it, sorts and filters, in %s',
    async colorScheme => {
      const { page, faults } = await visit({
        files: makeFiles(),
        context: { viewport: { width: 1440, height: 900 }, colorScheme },
      })
      await page.getByText('4 sessions').waitFor()
      await row(page, TITLES[0] ?? '').focus()
      await page.keyboard.press('ArrowLeft')
      await page.locator('[data-group]:focus', { hasText: 'lighthouse' }).waitFor()
      await row(page, TITLES[0] ?? '').waitFor({ state: 'detached' })
      await page.reload()
      await row(page, TITLES[2] ?? '').waitFor()
      expect(await row(page, TITLES[0] ?? '').count()).toBe(0)
      await page.getByRole('button', { name: /^lighthouse/ }).focus()
      await page.keyboard.press('ArrowRight')
      await row(page, TITLES[0] ?? '').waitFor()

      await page.getByRole('button', { name: 'Sort' }).click()
      await picture(page, `list-sort-${colorScheme}`)
      await checkAccess(page)
      await page.getByRole('menuitemradio', { name: 'Title' }).click()
      await expect.poll(() => namesOf(page)).toEqual([1, 0, 3, 2].map(at => TITLES[at]))

      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('button', { name: 'Starred' }).click()
      await page.getByText('No session matches.').waitFor()
      await page.getByRole('button', { name: 'Starred' }).click()
      await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('beacon')
      await page.getByText('1 of 4 sessions').waitFor()
      await picture(page, `list-filter-${colorScheme}`)
      await checkAccess(page)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByText('4 sessions', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^harbor-api/, expanded: true }).waitFor()
      expect(faults).toEqual([])
    },
  )

  it('stars, renames, tags, archives and deletes by keys and menu, and takes back', async () => {
    const { page, root, faults } = await visit({ files: makeFiles() })
    const [fog = '', tide = '', lamp = '', beacon = ''] = TITLES
    await row(page, fog).focus()
    await page.keyboard.press('s')
    await row(page, fog).getByRole('img', { name: 'Starred' }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('textbox', { name: 'Title' }).fill('The horn of the lighthouse')
    await page.keyboard.press('Enter')
    await row(page, 'The horn of the lighthouse').waitFor()
    expect(await readFile(join(root, `projects/-work-lighthouse/${uuidOf(1)}.jsonl`), 'utf8')).toContain(
      '"customTitle":"The horn of the lighthouse"',
    )

    await openMenu(page, tide)
    await picture(page, 'list-menu')
    await checkAccess(page)
    await page.getByRole('menuitem', { name: 'Edit tags' }).click()
    await page.getByRole('textbox', { name: /^Tags/ }).fill('later, sea')
    await page.keyboard.press('Enter')
    await row(page, tide).getByText('sea').waitFor()

    await row(page, beacon).focus()
    await page.keyboard.press('e')
    await page.getByText(/^“Rename Signal to Beacon.* is hidden\.$/).waitFor()
    await row(page, beacon).waitFor({ state: 'detached' })
    await picture(page, 'list-toast')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, beacon).waitFor()

    await row(page, lamp).click()
    await page.getByText('Yes.').first().waitFor()
    await openMenu(page, lamp)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText(/is deleted\.$/).waitFor()
    await row(page, lamp).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('#/sessions')
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, lamp).waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('button', { name: 'Tag: Any tag' }).click()
    await page.getByRole('menuitemradio', { name: 'sea' }).click()
    await page.getByText('1 of 4 sessions').waitFor()
    expect(faults).toEqual([])
  })

  it('has targets for fingers on a phone, and nothing of it is cut', async () => {
    const { page } = await visit({
      files: makeFiles(),
      route: '/sessions',
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' },
    })
    const first = page.locator('.session-row').first()
    await first.waitFor()
    expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page
      .getByRole('button', { name: /的更多操作$/ })
      .first()
      .tap()
    await page.getByRole('menuitem', { name: '加星标' }).tap()
    await page.getByRole('img', { name: '已加星标' }).waitFor()
    await picture(page, 'list-phone')
    await checkAccess(page)
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(390)
  })
})

async function openMenu(page: Page, name: string): Promise<void> {
  await row(page, name).hover()
  await page.getByRole('button', { name: new RegExp(`^More for “${name}`) }).click()
  await page.getByRole('menu').waitFor()
}

async function namesOf(page: Page): Promise<readonly (string | undefined)[]> {
  const texts = await page.locator('.session-row').allTextContents()
  return texts.map(text => TITLES.find(title => text.startsWith(title)))
}

function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}
