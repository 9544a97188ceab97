import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const write = (name: string): object => ({ name: 'Write', input: { file_path: name, content: 'x\n' } })
const REPLIES = [{ calls: [write('one.txt')] }, 'It is written.', 'Once more.'] as never

/** Notes what the page tells the system, and lets it. */
const LISTEN = `
  window.told = []
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options)
      window.told.push(title + ': ' + options.body)
    }
  }`
const told = (page: Page): Promise<readonly string[]> => page.evaluate('window.told')
const icon = (page: Page): Promise<string> => page.evaluate(`document.querySelector('link[rel=icon]').href`)

describe.skipIf(IS_SKIPPED)('notifications', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('tell in another window that an agent waits and that it has ended, and mark its tab', async () => {
    const { page, server, faults } = await open({
      replies: REPLIES,
      context: { permissions: ['notifications'] },
    })
    await page.context().addInitScript(LISTEN)
    await page.reload()
    const other = await page.context().newPage()
    await other.goto(`${server.origin}/#/usage`)
    await other.getByRole('button', { name: 'Notifications are on. Turn them off' }).waitFor()
    await other.getByText('0 sessions').waitFor()
    await say(page, 'Write a file')
    const card = page.getByRole('alertdialog')
    await card.waitFor()
    await expect
      .poll(() => told(other), { timeout: 20_000 })
      .toEqual(['An agent waits for you: Write a file'])
    expect(await icon(other)).toContain('icon-waits')
    expect(await other.title()).toMatch(/^●/)
    await kit.checkAccess(other)
    await card
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click()
    await page.getByText('It is written.').first().waitFor()
    await expect
      .poll(async () => (await told(other)).at(-1), { timeout: 20_000 })
      .toBe('An agent has finished: Write a file')
    await expect.poll(() => icon(other)).not.toContain('icon-waits')
    // Whoever looks at the session itself needs to be told nothing.
    expect(await told(page)).toEqual([])

    // Turned off, in every window.
    await other.getByRole('button', { name: /^Notifications are on/ }).click()
    await other.getByRole('button', { name: 'Notify me when an agent waits or ends' }).waitFor()
    await say(page, 'And once more')
    await page.getByText('Once more.').first().waitFor()
    expect((await told(other)).length).toBe(2)
    expect(faults).toEqual([])
  })

  it('are asked for by a click alone, and it says where the browser refuses', async () => {
    const { page } = await open({ route: '/usage' })
    const asked = await page.evaluate<string>('Notification.permission')
    expect(asked).not.toBe('granted')
    await page.getByRole('button', { name: 'Notify me when an agent waits or ends' }).click()
    await page
      .getByText('The browser does not allow notifications from this page.', { exact: false })
      .waitFor()
    await kit.checkAccess(page)
  })
})
