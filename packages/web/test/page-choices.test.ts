import { describe, expect, it } from 'vitest'
import { choose, IS_SKIPPED, PAGE_TIMEOUT_MS } from './browser-kit.ts'
import { makeLongSession, makeRichSession } from './make-sessions.ts'
import { heading, rows, setUpPage } from './page-kit.ts'

describe.skipIf(IS_SKIPPED)('the page as its reader wants it', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpPage()

  it('is dark where that is chosen, and stays so', async () => {
    const { page, server } = await visit([makeRichSession('rich')], { hash: '#/session/rich' })
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await page.getByText('No, that is all.').waitFor()
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(await background()).toBe('rgb(16, 16, 15)')
    await picture(page, 'session-dark-end')
    await page.keyboard.press('g')
    await page.getByText('Please make the list faster.').waitFor()
    await page.locator('.code-keyword').first().waitFor()
    await picture(page, 'session-dark')
    await checkAccess(page)
    await page.goto(`${server.origin}/`)
    await page.getByText('Make the list faster').waitFor()
    expect(await background()).toBe('rgb(16, 16, 15)')
  })

  it('speaks Chinese where that is asked for', async () => {
    const { page } = await visit([makeRichSession('rich')], {
      hash: '#/session/rich',
      context: { locale: 'zh-CN' },
    })
    await page.getByRole('button', { name: '筛选' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('zh-CN')
    await page.getByText('No, that is all.').waitFor()
    await picture(page, 'chinese')
    await checkAccess(page)
    await choose(page, 'English')
    await page.getByRole('button', { name: 'Filter' }).waitFor()
  })

  it('fits a phone', async () => {
    const { page } = await visit([makeRichSession('rich')], {
      hash: '#/sessions',
      context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    })
    const width = () => page.evaluate('document.scrollingElement.scrollWidth')
    await page.getByText('Make the list faster').waitFor()
    expect(await width()).toBeLessThanOrEqual(360)
    await picture(page, 'phone-list')
    await page.getByText('Make the list faster').click()
    await page.getByText('No, that is all.').waitFor()
    expect(await width()).toBeLessThanOrEqual(360)
    await picture(page, 'phone-session')
    await checkAccess(page)
    await page.getByRole('link', { name: 'All sessions' }).click()
    await rows(page).first().waitFor()
  })

  it('can be used by keyboard alone', async () => {
    const sessions = [makeRichSession('rich'), makeLongSession('long', 30)]
    const { page } = await visit(sessions)
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    await heading(page, 'Make the list faster').waitFor()
    await page.locator('.story-scroll').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await page.evaluate('document.activeElement.className')).toContain('is-marked')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await picture(page, 'keys')
    await checkAccess(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('long session')
    await page.getByRole('option', { selected: true, name: /long/i }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Answer 30.').waitFor()
  })
})
