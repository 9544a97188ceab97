import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

  it('lead to places of the page, change what it shows, or are answered in the story', async () => {
    const { page, faults, foreign, readLog } = await open({ replies: ['One.'] })
    await say(page, 'first')
    await page.locator('.story').getByText('One.').waitFor()
    const session = page.url()
    const back = async (): Promise<void> => {
      await page.evaluate(`location.href = ${JSON.stringify(session)}`)
      await untilReady(page)
    }
    // Only what the page does itself stands in the list beside what the agent answers.
    await field(page).pressSequentially('/')
    for (const name of ['theme', 'search', 'doctor', 'export', 'usage', 'resume', 'fork', 'status'])
      await option(page, new RegExp(`^/${name}\\b`)).waitFor()
    await field(page).fill('')
    await say(page, '/theme dark')
    await page.locator('html[data-theme="dark"]').waitFor()
    await say(page, '/status')
    await page
      .locator('.story')
      .getByText(/^Session +[0-9a-f-]+/)
      .waitFor()
    await say(page, '/mode plan')
    await page.getByRole('button', { name: /Plan/ }).first().waitFor()
    await say(page, '/rewind')
    await page.locator('dialog[open]').getByText('first').waitFor()
    await page.keyboard.press('Escape')
    await say(page, '/doctor')
    await page.waitForURL(/#\/doctor\//)
    await back()
    await say(page, '/usage')
    await page.waitForURL(/#\/usage\//)
    await back()
    await say(page, '/search harbour lights')
    await page.waitForURL(/#\/search\/harbour%20lights/)
    await back()
    await say(page, '/resume')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await say(page, '/export')
    await page.waitForURL(/#\/share\//)
    await page.locator('dialog[open]').waitFor()
    await back()
    // By another name, too.
    await say(page, '/branch')
    await page.waitForURL(url => url.href !== session && url.hash.startsWith('#/session/'))
    // By a place without a field: that of the copy must not take what is meant for the session.
    await page.evaluate(`location.hash = '#/usage/'`)
    await field(page).waitFor({ state: 'detached' })
    await back()
    // Which names a command has comes with the agent's list.
    await field(page).pressSequentially('/')
    await option(page, /^\/exit\b/).waitFor()
    await field(page).fill('')
    await say(page, '/quit')
    await page.waitForURL(/#\/$/)
    // None of those that the page did was said to the agent.
    const typed = (await readLog()).flatMap(({ type, message }) =>
      type === 'user'
        ? [...JSON.stringify(message).matchAll(/<command-name>(.*?)</g)].map(([, name]) => name)
        : [],
    )
    expect(typed).toEqual(['/status'])
    expect([faults, foreign]).toEqual([[], []])
  })

  it('#words are kept in the memory that is chosen, and !command shows what it prints', async () => {
    const { page, faults, folder, readLog } = await open({ replies: ['One.'] })
    await say(page, 'first')
    await page.locator('.story').getByText('One.').waitFor()
    await field(page).pressSequentially('#never shout')
    await option(page, /^For this project CLAUDE\.md/).waitFor()
    await option(page, /^For you in this project CLAUDE\.local\.md/).waitFor()
    await picture(page, 'chat-note')
    await checkAccess(page)
    await field(page).press('Enter')
    // It is a file that is written: the person sees which, and what.
    await page
      .getByRole('button', { name: /^Allow/ })
      .first()
      .click()
    await page
      .locator('.story')
      .getByText(/^Added to /)
      .waitFor()
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe('- never shout\n')
    await say(page, '!echo begun && sleep 3 && echo done')
    await page
      .getByRole('log', { name: /output/i })
      .getByText('begun')
      .waitFor()
    await page.locator('.story').getByText('done').waitFor()
    expect((await readLog()).filter(({ subtype }) => subtype === 'memory_saved')).toHaveLength(1)
    expect(faults).toEqual([])
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
