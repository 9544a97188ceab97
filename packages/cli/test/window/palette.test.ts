import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const TALKS = [
  { folder: 'lighthouse', title: 'The fog horn drifts by a second', answer: 'The schedule is planned anew.' },
  {
    folder: 'lighthouse',
    title: 'Move the tide tables behind a cache',
    answer: 'The drift of the tables is gone.',
  },
  { folder: 'harbor-api', title: 'Answer four hundred and twenty nine first', answer: 'Queued.' },
]
const FILES = Object.fromEntries(
  TALKS.map(({ folder, title, answer }, index) => {
    const id = uuidOf(index + 1)
    const log = createLog(id)
    log.say(title)
    log.answer({ type: 'text', text: answer })
    const entries = log.entries.map(entry => ({ cwd: `/home/me/${folder}`, version: '2.1.200', ...entry }))
    return [
      `projects/-work-${folder}/${id}.jsonl`,
      entries.map(entry => `${JSON.stringify(entry)}\n`).join(''),
    ]
  }),
)
const selected = (page: Page): Promise<string | null> =>
  page.getByRole('option', { selected: true }).textContent()

describe.skipIf(IS_SKIPPED)('the palette', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it.each(['light', 'dark'] as const)('leads anywhere by keys alone, in %s', async colorScheme => {
    const { page, faults } = await visit({
      files: FILES,
      context: { viewport: { width: 1440, height: 900 }, colorScheme },
    })
    await page.getByText('3 sessions').waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search or jump to' })
    await dialog.getByText('Recent').waitFor()
    await dialog.getByRole('option', { name: 'New chat' }).waitFor()
    await checkAccess(page)
    await page.keyboard.type('drift')
    await dialog.getByRole('group', { name: 'In messages' }).getByText('of the tables').waitFor()
    expect(await selected(page)).toContain('The fog horn drifts')
    await picture(page, `palette-${colorScheme}`)
    await checkAccess(page)
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    const named = await field.getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${named}"]`).getAttribute('aria-selected')).toBe('true')

    // A hit leads to its message, where the word is found.
    await page.keyboard.press('ArrowDown')
    while (!(await selected(page))?.includes('of the tables')) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('The drift of the tables is gone.').first().waitFor()
    expect(new URL(page.url()).hash).toMatch(/\/drift$/)

    // Its key closes it where it is still open.
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.type('drift')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/search/drift')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.type('settings')
    await expect.poll(() => selected(page)).toContain('Settings')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#/settings')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('keeps to a project by Tab, and says where there is nothing', async () => {
    const { page } = await visit({ files: FILES })
    await page.getByText('3 sessions').waitFor()
    await page.getByRole('button', { name: /^Search or jump to/ }).click()
    await page.keyboard.type('tide')
    await expect.poll(() => selected(page)).toContain('tide tables')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: /^Only lighthouse/ }).waitFor()
    const field = page.getByRole('combobox')
    await field.fill('queued')
    await page.getByText('Nothing found for “queued”').waitFor()
    await checkAccess(page)
    await picture(page, 'palette-nothing')
    await page.keyboard.press('Tab')
    await page.getByRole('group', { name: 'In messages' }).getByText('Queued').first().waitFor()
  })

  it('counts all hits, does what the open session offers, and begins a chat where one is begun', async () => {
    const { page, faults } = await visit({ files: FILES })
    await page.getByText('3 sessions').waitFor()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or jump to' })
    await field.fill('drift')
    await page.getByRole('option', { name: /^All 2 hits in 2 sessions/ }).waitFor()
    await field.fill('fog horn')
    await page
      .getByRole('option', { name: /The fog horn drifts/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect.poll(() => heading.textContent()).toContain('fog horn')

    const take = async (words: string): Promise<void> => {
      await page.keyboard.press('Control+k')
      await field.fill(words)
      await page.getByRole('option', { name: words }).first().click()
    }
    await take('Rename')
    const name = page.getByRole('dialog').getByRole('textbox')
    await name.fill('The horn of the tower')
    await name.press('Enter')
    await expect.poll(() => heading.textContent()).toBe('The horn of the tower')
    await take('Find')
    await page.getByRole('textbox', { name: 'Find in this session' }).waitFor()
    await page.keyboard.press('Escape')
    await take('Usage of this session')
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/usage\/./)

    await page.evaluate('location.hash = "#/chat"')
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('a lamp that flickers')
    await page.getByRole('option', { name: /^New chat about/ }).click()
    await expect.poll(() => message.inputValue()).toBe('a lamp that flickers')
    expect(faults).toEqual([])
  })

  it('is there on a phone, in Chinese', async () => {
    const { page } = await visit({
      files: FILES,
      route: '/sessions',
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' },
    })
    await page.getByRole('button', { name: '搜索或跳转到…' }).tap()
    await page.getByRole('combobox', { name: '搜索或跳转' }).fill('tide')
    const option = page.getByRole('option', { name: /tide tables/ }).first()
    await option.waitFor()
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await picture(page, 'palette-phone')
    await checkAccess(page)
    await option.tap()
    await page.getByText('The drift of the tables is gone.').first().waitFor()
  })
})
