import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS } from './browser-kit.ts'
import { makeLongSession, makeRichSession } from './make-sessions.ts'
import { heading, rows, setUpPage } from './page-kit.ts'

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SESSIONS = [makeRichSession('rich'), makeLongSession('long', 10)]

describe.skipIf(IS_SKIPPED)('the shell of the page', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpPage()

  it.each(['light', 'dark'] as const)(
    'has a sidebar with the places and a panel, in %s',
    async colorScheme => {
      const { page, faults } = await visit(SESSIONS, { context: { ...WIDE, colorScheme } })
      await rows(page).first().waitFor()
      const side = page.getByRole('complementary', { name: 'Sidebar' })
      expect((await side.boundingBox())?.width).toBe(304)
      expect(await panelBox(page)).toEqual({ x: 304, y: 8, width: 1128, height: 884 })
      const places = page.getByRole('navigation', { name: 'Places' })
      expect(await places.getByRole('link').allTextContents()).toEqual(['Home', 'Search', 'Usage', 'Doctor'])
      const current = places.locator('[aria-current=page]')
      expect(await current.textContent()).toBe('Home')
      await picture(page, `shell-${colorScheme}`)
      await checkAccess(page)
      await places.getByRole('link', { name: 'Usage' }).click()
      await expect.poll(() => current.textContent()).toBe('Usage')
      expect(new URL(page.url()).hash).toBe('#/usage')
      await page.getByRole('link', { name: 'Settings' }).click()
      await heading(page, 'Settings').waitFor()
      await checkAccess(page)
      expect(await page.getByRole('navigation', { name: 'Tabs' }).isVisible()).toBe(false)
      expect(faults).toEqual([])
    },
  )

  it('keeps the width and the absence of the sidebar', async () => {
    const { page } = await visit(SESSIONS, { context: WIDE })
    const handle = page.getByRole('separator', { name: 'Width of the sidebar' })
    const box = await handle.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 4, 400)
    await page.mouse.down()
    await page.mouse.move(380, 400, { steps: 4 })
    await page.mouse.up()
    expect((await panelBox(page)).x).toBe(380)
    await page.mouse.move(380, 400)
    await page.mouse.down()
    await page.mouse.move(900, 400, { steps: 4 })
    await page.mouse.up()
    expect((await panelBox(page)).x).toBe(440)
    await handle.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await handle.getAttribute('aria-valuenow')).toBe('424')
    await page.reload()
    await rows(page).first().waitFor()
    expect((await panelBox(page)).x).toBe(424)
    await page.keyboard.press('[')
    await rows(page).first().waitFor({ state: 'hidden' })
    expect((await panelBox(page)).x).toBeLessThan(60)
    await checkAccess(page)
    await page.reload()
    await page.getByRole('button', { name: 'Show sidebar' }).click()
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Hide sidebar' }).click()
    await rows(page).first().waitFor({ state: 'hidden' })
  })

  it('is one column with tabs on a phone, and none inside a session', async () => {
    const { page, faults } = await visit(SESSIONS, { context: { ...PHONE, colorScheme: 'dark' } })
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    expect(await tabs.getByRole('link').allTextContents()).toEqual([
      'Home',
      'Sessions',
      'New chat',
      'Search',
      'Usage',
    ])
    expect(await rows(page).count()).toBe(0)
    await checkAccess(page)
    await tabs.getByRole('link', { name: 'Sessions' }).tap()
    await rows(page).first().waitFor()
    for (const link of await tabs.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await picture(page, 'shell-phone')
    await checkAccess(page)
    await rows(page).first().tap()
    await page.getByText('No, that is all.').waitFor()
    expect(await tabs.count()).toBe(0)
    expect(await panelBox(page)).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(faults).toEqual([])
  })

  it('lets whoever has only a keyboard skip to what they came for', async () => {
    const { page } = await visit(SESSIONS, { context: WIDE, hash: '#/usage' })
    await page.locator('#session').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('session')
  })
})

async function panelBox(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.getByRole('main').boundingBox()
  if (!box) throw new Error('there is no panel')
  return box
}
