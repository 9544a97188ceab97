import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEntry } from '@antiphon/core'
import { keepAccessPerson, readAccessList } from '@antiphon/host'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letIn, until } from '../server-kit.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const TITLE = 'Why is the lamp dark?'
const lines = exchange(TITLE, { sessionId: 's', cwd: '/nowhere/harbour' })
const files = { 'projects/-nowhere-harbour/s.jsonl': lines.map(line => encodeEntry(line as never)).join('') }
let config: string
beforeAll(() => {
  config = mkdtempSync(join(tmpdir(), 'antiphon-access-'))
  mkdirSync(join(config, 'person'))
})
afterAll(() => rmSync(config, { recursive: true }))

describe.skipIf(IS_SKIPPED)('a window for others', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, open } = setUpWindow()
  const foot = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })

  it('lets a reader in by the token that they paste, shows who they are, and offers nothing that they may not', async () => {
    const configFolder = join(config, 'person')
    const { server, page: owner } = await visit({ files, server: { configFolder } })
    await foot(owner).getByRole('link', { name: 'New chat' }).waitFor()
    const token = await letIn(configFolder, 'reader', { name: 'Rea' })
    const { page } = await open(server.origin)
    const asked: string[] = []
    page.on('request', request => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`))
    await page.getByLabel('Token').fill('antiphon_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('This token is wrong').waitFor()
    await page.getByLabel('Token').fill(token)
    await page.keyboard.press('Enter')
    await foot(page).getByText('Rea · reader').waitFor()
    expect(asked.some(request => request.includes(token))).toBe(false)
    expect(page.url()).not.toContain(token)
    await page.getByText(TITLE).first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'New chat' }).count()).toBe(0)
    await page.getByRole('link', { name: TITLE }).first().hover()
    await page.getByRole('button', { name: `More for “${TITLE}` }).click()
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Compare with…', 'Replay'])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: TITLE }).first().click()
    await page.getByText('ask whoever runs this window for the role of a driver').waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0)
    // Taken back while they read: their page asks for a token again.
    const { people } = await readAccessList(configFolder)
    for (const person of people)
      await keepAccessPerson(configFolder, { ...person, revokedAt: new Date().toISOString() })
    await page.reload()
    await page.getByLabel('Token').waitFor()
    await until(() => server.openStreams() <= 2)
  })
})
