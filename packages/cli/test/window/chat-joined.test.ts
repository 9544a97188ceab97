import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '@antiphon/server'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { say, setUpChatPlaces, untilReady } from './chat-place.ts'
import { BUILT_PAGE, IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const card = (page: Page): Locator => page.getByRole('alertdialog')
const write = (name: string): object => ({ name: 'Write', input: { file_path: name, content: 'x\n' } })
const PHONE = {
  viewport: { width: 390, height: 780 },
  locale: 'zh-CN',
  colorScheme: 'dark',
  hasTouch: true,
} as const

const GONE = '44444444-4444-4444-8444-444444444444'
const STAYS = '55555555-5555-4555-8555-555555555555'

function log(sessionId: string, cwd: string, content: string): string {
  const line = {
    type: 'user',
    uuid: `a${sessionId.slice(1)}`,
    parentUuid: null,
    sessionId,
    cwd,
    isSidechain: false,
  }
  const more = {
    version: '2.1.200',
    timestamp: '2026-11-15T08:00:00.000Z',
    message: { role: 'user', content },
  }
  return `${JSON.stringify({ ...line, ...more })}\n`
}

describe.skipIf(IS_SKIPPED)('an agent that runs', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('is found by every other window, which can decide for it', async () => {
    const { page, server, folder, faults } = await open({
      replies: [{ calls: [write('one.txt')] }, { calls: [write('two.txt')] }, 'Both are there.'] as never,
    })
    await say(page, 'Write two files')
    await card(page).waitFor()

    // Another tab: the list says it, and whoever opens the session can answer at once.
    const other = await page.context().newPage()
    const asked: string[] = []
    other.on('request', request => asked.push(new URL(request.url()).pathname))
    await other.goto(`${server.origin}/#/`)
    const row = other.locator('.session-row')
    await row.getByText('waits for you').waitFor()
    expect(await other.title()).toBe('● Antiphon')
    await picture(other, 'joined-list')
    await checkAccess(other)
    await row.click()
    await card(other).getByText('one.txt').first().waitFor()
    // The card alone shows it, no line of the story beside it.
    await expect.poll(() => other.locator('.story-scroll [data-row=step]').count()).toBe(0)
    expect(await other.title()).toBe('● Write two files – Antiphon')
    await picture(other, 'joined-session')
    // Whoever looks on decides nothing by keys that are meant for the page, and ends nothing.
    await other.keyboard.press('1')
    await other.keyboard.press('Escape')
    await row.getByText('waits for you').waitFor()
    expect(new URL(other.url()).hash).toBe('#/sessions')
    await row.click()
    await card(other).getByText('one.txt').first().waitFor()
    expect(existsSync(join(folder, 'one.txt'))).toBe(false)
    // Of all windows in sight one holds a third connection: two of them would take all six.
    await expect.poll(() => server.openStreams()).toBe(5)
    await card(other)
      .getByRole('button', { name: /^Allow/ })
      .click()
    await card(page).getByText('two.txt').first().waitFor()
    await card(other).getByText('two.txt').first().waitFor()
    expect(existsSync(join(folder, 'one.txt'))).toBe(true)

    // Those out of sight hold none, and are told all the same.
    for (const one of [page, other]) await hide(one)
    await expect.poll(() => server.openStreams(), { timeout: 10_000 }).toBe(0)
    const tabs = await Promise.all(Array.from({ length: 3 }, () => page.context().newPage()))
    for (const tab of tabs) {
      await tab.goto(other.url())
      await card(tab).waitFor({ timeout: 20_000 })
      await hide(tab)
    }
    await expect.poll(() => server.openStreams(), { timeout: 10_000 }).toBe(0)
    for (const tab of [page, ...tabs]) await tab.close()

    const phone = await kit.open(`${server.invite()}&route=/sessions`, PHONE)
    await phone.page.locator('.session-row').getByText('等你决定').waitFor()
    await picture(phone.page, 'joined-list-phone')
    await checkAccess(phone.page)
    await phone.page.locator('.session-row').tap()
    await card(phone.page).getByText('two.txt').first().waitFor()
    await picture(phone.page, 'joined-session-phone')
    await checkAccess(phone.page)
    await card(phone.page).getByRole('button', { name: /^允许/ }).tap()
    await phone.page.locator('.story').getByText('Both are there.').waitFor()
    await card(other).waitFor({ state: 'detached', timeout: 20_000 })
    await expect.poll(() => other.title(), { timeout: 20_000 }).not.toMatch(/^●/)
    expect(existsSync(join(folder, 'two.txt'))).toBe(true)
    expect(asked).not.toContain('/api/chat/open')
    expect([...faults, ...phone.faults]).toEqual([])
  })

  it('is only offered where it can work', async () => {
    const { page, faults, folder, sessions } = await open({
      route: '/',
      replies: ['Lit elsewhere.'],
      logs: {
        [`projects/-gone/${GONE}.jsonl`]: log(GONE, '/nowhere/<b>lighthouse</b>', 'Light the lamp'),
        [`projects/-stays/${STAYS}.jsonl`]: log(STAYS, '{folder}', 'Ring the bell'),
      },
    })
    const main = page.getByRole('main')
    await page.getByRole('link', { name: 'Light the lamp' }).first().click()
    await main.getByText('Light the lamp').first().waitFor()
    // It takes no room below the session: the menu says it, and leads elsewhere.
    await main.getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: /^Folder not found\s*\/nowhere\/<b>lighthouse<\/b>/ }).waitFor()
    expect(await main.getByRole('button', { name: /^Continue/ }).count()).toBe(0)
    expect(await main.getByRole('region', { name: 'Chat' }).count()).toBe(0)
    await picture(page, 'offer-gone')
    await checkAccess(page)
    const before = await readFile(join(sessions, `projects/-gone/${GONE}.jsonl`), 'utf8')
    await page.getByRole('menuitem', { name: 'Continue in another folder…' }).click()
    await page.getByLabel('Folder').fill(join(folder, 'none'))
    await page.keyboard.press('Enter')
    await page.getByText('There is no folder').waitFor()
    await page.getByLabel('Folder').fill(folder)
    expect(await page.getByText('There is no folder').count()).toBe(0)
    await picture(page, 'offer-elsewhere')
    await checkAccess(page)
    await page.keyboard.press('Enter')
    await say(page, 'Light it here')
    await page.locator('.story').getByText('Lit elsewhere.').waitFor()
    await page.locator('.story').getByText('Light the lamp').waitFor()
    expect(await readFile(join(sessions, `projects/-gone/${GONE}.jsonl`), 'utf8')).toBe(before)

    await page.getByRole('link', { name: 'Ring the bell' }).first().click()
    await page.getByRole('button', { name: 'Continue this session' }).waitFor()
    await rm(join(sessions, `projects/-stays/${STAYS}.jsonl`))
    await page
      .getByRole('button', { name: /^Continue/ })
      .first()
      .waitFor({ state: 'detached' })
    await page.goto(page.url().replace(/#.*/, '#/session/bm9uZQ'))
    await main.getByText('No such session').first().waitFor()
    expect(await page.getByRole('button', { name: /^Continue/ }).count()).toBe(0)
    await picture(page, 'offer-none')

    for (const [route, title] of Object.entries(TITLES)) {
      await page.goto(page.url().replace(/#.*/, `#${route}`))
      await expect.poll(() => page.title()).toBe(title)
    }
    expect(faults).toEqual([])
  })

  it('is asked for again where it could not be listed, and it says so', async () => {
    const { page, faults } = await open({ route: '/' })
    await page.route('**/api/chat/agents', route => route.fulfill({ status: 500, body: '{}' }))
    await page.evaluate(`location.hash = '#/chat'`)
    const alert = page.getByRole('main').getByRole('alert')
    await alert.waitFor()
    await page.unroute('**/api/chat/agents')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await untilReady(page)
    expect(await alert.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('gets what was sent before it was known, and nothing that was typed behind it', async () => {
    const { page, faults, readLog } = await open({ route: '/' })
    let answer = (): void => undefined
    const known = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route('**/api/chat/agents', async route => {
      await known
      await route.continue()
    })
    await page.evaluate(`location.hash = '#/chat'`)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('first words')
    await field.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('')
    await field.pressSequentially('second')
    answer()
    await page.waitForURL(/#\/session\//)
    await expect.poll(async () => JSON.stringify(await readLog())).toContain('first words')
    expect(JSON.stringify(await readLog())).not.toContain('first wordssecond')
    expect(faults).toEqual([])
  })

  it('is chosen for with the field in sight', async () => {
    const { page, faults } = await open({ project: { 'src/greet.ts': 'export {}\n' } })
    const field = page.getByRole('textbox', { name: 'Message' })
    await untilReady(page)
    await field.pressSequentially('see @')
    await page.getByRole('option', { name: /greet/ }).waitFor()
    await expectInSight(page)
    await picture(page, 'picker-new')
    await page.setViewportSize({ width: 390, height: 780 })
    await expectInSight(page)
    await picture(page, 'picker-new-phone')
    await page.emulateMedia({ colorScheme: 'dark' })
    await picture(page, 'picker-new-dark')
    expect(faults).toEqual([])
  })
})

describe.skipIf(IS_SKIPPED)('signing in', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('takes a link that is opened in the same tab, or pasted, and says where it is wrong', async () => {
    const { page, server, root, faults } = await kit.visit({ files: {} })
    await page.getByText('No sessions yet').first().waitFor()
    const port = Number(new URL(server.origin).port)
    await server.close()
    const next = await startServer({ roots: [root], assets: BUILT_PAGE, port })
    try {
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.evaluate(`location.hash = 'token=${server.token}'`)
      await page.getByText('This token is wrong').waitFor()
      expect(page.url()).not.toContain('token')
      await picture(page, 'sign-in-wrong')
      await checkAccess(page)
      const pasted = page.getByLabel('Link or token')
      await pasted.fill(server.url)
      await pasted.press('Enter')
      await page.getByText('This token is wrong').waitFor()
      await pasted.fill(` ${next.url}\n`)
      await pasted.press('Enter')
      await page.getByText('No sessions yet').first().waitFor()

      await page.context().clearCookies()
      await page.reload()
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      await page.evaluate(`location.href = ${JSON.stringify(`${next.url}&route=/chat`)}`)
      await page.getByRole('heading', { name: 'New chat' }).waitFor()
      expect(page.url()).toBe(`${next.origin}/#/chat`)
      await page.goBack()
      expect(page.url()).not.toContain('token')
      expect(faults).toEqual([])
    } finally {
      await next.close()
    }
  })
})

const TITLES: Readonly<Record<string, string>> = {
  '/search/lamp%20oil': 'lamp oil – Search – Antiphon',
  '/usage': 'Usage – Antiphon',
  '/numbers': 'Usage – Antiphon',
  '/doctor': 'Doctor – Antiphon',
  '/': 'Antiphon',
}

/** Headless pages are all in sight: they are told otherwise. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })()`)
}

/** The field and the picker are both on the screen, and neither covers the other. */
async function expectInSight(page: Page): Promise<void> {
  const [field, picker] = await Promise.all(
    ['.composer-field', '.option-list-picker'].map(name => page.locator(name).boundingBox()),
  )
  const height = page.viewportSize()?.height ?? 0
  if (!field || !picker) throw new Error('the field or the picker is not there')
  expect(field.y).toBeGreaterThan(0)
  expect(picker.y + picker.height).toBeLessThanOrEqual(height)
  expect(picker.y >= field.y + field.height || picker.y + picker.height <= field.y).toBe(true)
}
