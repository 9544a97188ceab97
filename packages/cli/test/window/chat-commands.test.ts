import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { say, setUpChatPlaces, untilReady } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const field = (page: Page): Locator => page.locator('.composer-field')
const option = (page: Page, name: string | RegExp): Locator =>
  page.locator('.option-list-picker').getByRole('option', { name })

describe.skipIf(IS_SKIPPED)('commands in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('are suggested behind a slash, chosen by keys, run, and shown with what they say', async () => {
    const { page, faults, foreign, readLog } = await open({
      replies: ['One.', 'The summary.', 'Two.'],
      project: {
        '.claude/commands/review.md':
          '---\ndescription: Reviews <img src=x onerror=alert(1)>\nargument-hint: <file>\n---\nLook at $1.\n',
      },
    })
    await say(page, 'first')
    await page.locator('.story').getByText('One.').waitFor()
    await field(page).pressSequentially('/')
    await option(page, /^\/review <file> Reviews <img/).waitFor()
    await option(page, /^\/clear/).waitFor()
    await picture(page, 'chat-commands')
    await checkAccess(page)
    await field(page).pressSequentially('comp')
    await option(page, /^\/compact \[what the summary shall keep\] Sum up/).waitFor()
    expect(await option(page, /./).count()).toBe(1)
    await field(page).press('Enter')
    expect(await field(page).inputValue()).toBe('/compact ')
    expect(await option(page, /./).count()).toBe(0)
    await field(page).pressSequentially('keep the API')
    await field(page).press('Enter')
    await page.locator('.story').getByText('Compacted', { exact: true }).waitFor()
    // What is typed to its end is sent by Enter; Escape leaves the list alone.
    await field(page).pressSequentially('/memory')
    await option(page, /^\/memory/).waitFor()
    await field(page).press('Escape')
    expect(await option(page, /./).count()).toBe(0)
    expect(await field(page).inputValue()).toBe('/memory')
    // Whoever begins anew sees it anew.
    await field(page).fill('')
    await field(page).pressSequentially('/memory')
    await option(page, /^\/memory/).waitFor()
    await field(page).press('Enter')
    await page.locator('.story').getByText('No file tells the model anything').waitFor()
    await say(page, '/review a.ts')
    await page.locator('.story').getByText('Two.').waitFor()
    // Nothing that was sent still seems to wait.
    expect(await page.locator('.chat-queue li').count()).toBe(0)
    const log = await readLog()
    expect(log.filter(({ subtype }) => subtype === 'local_command')).toHaveLength(2)
    expect(log.find(({ subtype }) => subtype === 'compact_boundary')).toMatchObject({
      compactMetadata: { trigger: 'manual' },
    })
    expect([faults, foreign]).toEqual([[], []])
  })

  it('speak Chinese', async () => {
    const { page, faults } = await open({ replies: [], context: { locale: 'zh-CN' } })
    await untilReady(page)
    await field(page).pressSequentially('/co')
    await option(page, /^\/compact \[总结要保留的内容\] 总结对话/).waitFor()
    await option(page, /^\/cost 显示这个会话/).waitFor()
    expect(faults).toEqual([])
  })
})
