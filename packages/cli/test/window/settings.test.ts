import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../server-kit.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const files = {
  'projects/-a/s.jsonl': exchange('Why is the lamp dark today?')
    .map(entry => encodeEntry(entry as never))
    .join(''),
}

let config: string
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'antiphon-settings-'))
})
afterEach(() => rmSync(config, { recursive: true, force: true }))

const kept = (): unknown => {
  try {
    return JSON.parse(readFileSync(join(config, 'settings.json'), 'utf8'))
  } catch {
    return null
  }
}

const choice = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('button', { name, exact: true })

describe.skipIf(IS_SKIPPED)('the settings page', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, open, picture, checkAccess } = setUpWindow()
  const themeOf = (page: Page) => page.evaluate('document.documentElement.dataset.theme')

  it('keeps what is chosen in the file, and every window follows', async () => {
    const { page, server } = await visit({
      files,
      route: '/settings',
      server: { configFolder: config, agents: { env: { PATH: '' }, cwd: config } },
    })
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByText(join(config, 'settings.json')).waitFor()
    // Of the agents that can be chosen it says which are not there, and who answers meanwhile.
    await page
      .getByText('Not installed on this computer. Until then, “Demo agent” answers in new chats.')
      .waitFor()
    await picture(page, 'settings')
    await checkAccess(page)
    const second = await open(`${server.invite()}&route=/settings`)
    await second.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()

    await choice(page, 'Theme', 'Dark').click()
    await choice(page, 'Reading size', '18 px').click()
    await choice(page, 'Density', 'Compact').click()
    await page.getByLabel('Monthly budget').fill('250')
    await page.getByLabel('Monthly budget').press('Enter')
    await page.getByRole('switch', { name: 'Hide one-off runs' }).click()
    await until(() => JSON.stringify(kept()).includes('hideOneOff'))
    expect(kept()).toEqual({
      theme: 'dark',
      readingSize: 18,
      density: 'compact',
      monthlyBudgetUsd: 250,
      hideOneOff: true,
    })
    expect(await page.evaluate('document.documentElement.style.getPropertyValue("--fs-read")')).toBe('18px')
    await second.page.locator('html[data-theme=dark]').waitFor()
    await second.page.locator('html[data-density=compact]').waitFor()
    await picture(page, 'settings-dark')
    await checkAccess(page)

    // Changed by hand, or by another program.
    writeFileSync(join(config, 'settings.json'), '{"theme": "light", "language": "zh-CN", "density": 3}')
    await page.getByRole('heading', { name: '设置', level: 1 }).waitFor()
    expect(await themeOf(page)).toBe('light')
    await page.getByRole('alert').getByText('"density" has to be one of').waitFor()
    await picture(page, 'settings-zh')
  })

  it('shows the chosen theme from the first moment on', async () => {
    writeFileSync(join(config, 'settings.json'), '{"theme": "dark"}')
    const { page } = await visit({ files, route: '/settings', server: { configFolder: config } })
    await page.locator('html[data-theme=dark]').waitFor()
    // Nobody answers on the next visit: what the browser remembers is there before any answer could be.
    await page.route('**/api/**', route => new Promise(() => void route))
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.locator('html[data-theme=dark]').waitFor()
  })

  it('begins a new chat as they say, and keeps no agent in the browser', async () => {
    writeFileSync(join(config, 'settings.json'), '{"permissionMode": "plan", "agent": "demo"}')
    const { page } = await visit({ files, route: '/chat', server: { configFolder: config } })
    await page.getByRole('button', { name: 'Permissions: Plan first' }).waitFor()
    await page.getByRole('button', { name: 'Agent: Demo' }).waitFor()
    expect(await page.evaluate('localStorage.getItem("antiphon.agent")')).toBeNull()
  })

  it('refuses what is no value, and takes keys of the person', async () => {
    const { page } = await visit({ files, route: '/settings', server: { configFolder: config } })
    const days = page.getByLabel('Keep deleted sessions')
    await days.fill('soon')
    await days.press('Enter')
    expect([await days.inputValue(), await days.getAttribute('aria-invalid')]).toEqual(['30', 'true'])
    const help = page.getByLabel('Key for: Show these keys')
    await help.fill('h')
    await help.press('Enter')
    await until(() => JSON.stringify(kept()).includes('keys'))
    await page.getByRole('heading', { name: 'Settings', level: 1 }).click()
    await page.keyboard.press('h')
    await page.getByRole('dialog').waitFor()
  })

  it('keeps choices in the browser of somebody who only reads', async () => {
    const { page } = await visit({
      files,
      route: '/settings',
      server: { configFolder: config },
      as: 'reader',
    })
    await choice(page, 'Theme', 'Dark').click()
    await page.getByRole('alert').getByText('Kept in this browser only').waitFor()
    expect(await themeOf(page)).toBe('dark')
    await page.reload()
    await page.locator('html[data-theme=dark]').waitFor()
    expect(kept()).toBeNull()
  })

  it('gives deleted sessions back', async () => {
    const { page } = await visit({ files, route: '/settings', server: { configFolder: config } })
    await page.getByText('Why is the lamp dark today?').first().waitFor()
    await page.evaluate(`(async () => {
      const text = await (await fetch('/api/sessions')).text()
      const session = JSON.parse(text.split('\\n')[0]).id
      await fetch('/api/sessions/delete', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session }),
      })
    })()`)
    await page.getByText('Nothing was deleted.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Restore: Why is the lamp dark today?' }).click()
    await page.getByText('Nothing was deleted.').waitFor()
    await page.getByText('Why is the lamp dark today?').first().waitFor()
  })

  it('fits a phone', async () => {
    const { page } = await visit({
      files,
      route: '/settings',
      server: { configFolder: config },
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    })
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(390)
    await picture(page, 'settings-phone')
    await checkAccess(page)
  })
})
