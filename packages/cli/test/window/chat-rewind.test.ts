import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type ChatPlace, chooseIn, say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
const story = (page: Page): Locator => page.getByRole('main')
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Rewind to here' })
const choice = (page: Page, name: RegExp): Locator => dialog(page).getByRole('radio', { name })
const BOTH = /^Conversation and files/
const ONLY_CONVERSATION = /^Conversation ?Goes on/
const FILES = /^Files/

const write = (content: string) => ({
  calls: [{ name: 'Write', input: { file_path: 'lamp.txt', content } }],
})
const REPLIES = [write('lit\n'), 'It is lit.', write('dark\n'), 'It is dark.', 'After all.', 'Once more.']

type Talk = ChatPlace & { readonly lamp: () => string | null; readonly lastSent: () => string }

/** Two turns, each of which wrote the lamp. */
async function talkTwice(hasClaude: boolean, options: Parameters<typeof open>[0] = {}): Promise<Talk> {
  const place = await open({ hasClaude, replies: REPLIES, ...options })
  const { page, folder, simulator } = place
  await field(page).waitFor()
  await chooseIn(page, 'Permissions', /^Accept edits/)
  await say(page, 'Light the lamp')
  await story(page).getByText('It is lit.').waitFor()
  await untilIdle(page)
  await say(page, 'Put it out')
  await story(page).getByText('It is dark.').waitFor()
  await untilIdle(page)
  const file = join(folder, 'lamp.txt')
  return {
    ...place,
    lamp: () => (existsSync(file) ? readFileSync(file, 'utf8') : null),
    lastSent: () => JSON.stringify(simulator?.log.all().at(-1)?.request),
  }
}

async function untilIdle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
}

/** Ends the agent, so that the session is only read. */
async function endAgent(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const [agent] = await (await fetch('/api/chat/running')).json()
    await fetch('/api/chat/close', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat: agent.chat }),
    })
  })()`)
}

/** Opens the question about a turn by its button, which is seen by who points at it. */
async function askAbout(page: Page, prompt: string): Promise<void> {
  const heading = story(page).locator('article', {
    has: page.getByRole('heading', { name: prompt, level: 2 }),
  })
  await heading.hover()
  await heading.getByRole('button', { name: 'Rewind to here…' }).click()
  await dialog(page).waitFor()
}

const run = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Rewind', exact: true }).click()

describe.skipIf(IS_SKIPPED).each([
  ['our own agent', false],
  ['the installed claude', true],
])('rewind with %s', { timeout: PAGE_TIMEOUT_MS }, (_, hasClaude) => {
  it('shows what would change, and gives files the bytes that they had', async () => {
    const { page, faults, lamp, lastSent } = await talkTwice(hasClaude)
    await askAbout(page, 'Put it out')
    await dialog(page).getByText('1 file would change').waitFor()
    await dialog(page).getByText('lamp.txt').waitFor()
    await dialog(page).getByText('+1').waitFor()
    await dialog(page).getByText('−1').waitFor()
    await dialog(page).getByText('What shell commands or people changed stays.').waitFor()
    expect(await choice(page, BOTH).isChecked()).toBe(true)
    await picture(page, `rewind-${hasClaude ? 'claude' : 'own'}`)
    await checkAccess(page)
    expect(lamp()).toBe('dark\n')
    await choice(page, FILES).check()
    await run(page)
    await page.getByText('1 file rewound.').waitFor()
    expect(lamp()).toBe('lit\n')
    // The conversation goes on where it was.
    await say(page, 'And now?')
    await story(page).getByText('After all.').waitFor()
    expect(lastSent()).toContain('Put it out')
    expect(faults).toEqual([])
  })

  it('goes on before a prompt, which comes back to the field, and leaves files alone', async () => {
    const { page, faults, lamp, lastSent } = await talkTwice(hasClaude)
    const address = page.url()
    await askAbout(page, 'Put it out')
    await dialog(page).getByText('1 file would change').waitFor()
    await choice(page, ONLY_CONVERSATION).check()
    await run(page)
    await expect.poll(() => page.url(), { timeout: 15_000 }).not.toBe(address)
    await expect.poll(() => field(page).inputValue()).toBe('Put it out')
    await story(page).getByText('It is lit.').waitFor()
    expect(await story(page).getByText('It is dark.').count()).toBe(0)
    await page.getByRole('button', { name: 'Permissions: Accept edits' }).waitFor()
    expect(lamp()).toBe('dark\n')
    await say(page, 'Sing instead')
    await story(page).getByText('After all.').waitFor()
    expect(lastSent()).toContain('Light the lamp')
    expect(lastSent()).not.toMatch(/Put it out|It is dark/)
    // Nothing is lost: the session is as it was.
    await page.goto(address)
    await story(page).getByText('It is dark.').waitFor()
    expect(faults).toEqual([])
  })

  it('does both, to the first prompt, from the reading view and by a key', async () => {
    const { page, faults, lamp, lastSent } = await talkTwice(hasClaude)
    await endAgent(page)
    await page.getByRole('button', { name: 'Continue this session' }).waitFor()
    const address = page.url()
    await page.locator('.story-scroll').focus()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await dialog(page).getByText('1 file would change').waitFor()
    await choice(page, BOTH).check()
    await run(page)
    await expect.poll(() => page.url(), { timeout: 15_000 }).not.toBe(address)
    await expect.poll(() => field(page).inputValue()).toBe('Light the lamp')
    expect(lamp()).toBe(null)
    await say(page, 'From the start')
    await story(page).getByText('After all.').waitFor()
    expect(lastSent()).not.toMatch(/Light the lamp|Put it out/)
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
  })
})

describe.skipIf(IS_SKIPPED)('the question of a rewind', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('waits for the agent, can stop it, and fits a phone in Chinese', async () => {
    const { page, faults } = await open({
      replies: ['Hello.', { text: 'A long answer '.repeat(300), pace: 60 }],
      context: { viewport: { width: 390, height: 844 }, locale: 'zh-CN' },
    })
    const chinese = page.getByRole('textbox', { name: '消息' })
    await chinese.fill('One')
    await page.getByRole('button', { name: '发送', disabled: false }).click()
    await story(page).getByText('Hello.').waitFor()
    await chinese.fill('Two')
    await page.getByRole('button', { name: /^(?:发送|加入队列)$/, disabled: false }).click()
    await story(page).getByText('A long answer').first().waitFor()
    const heading = story(page).locator('article', {
      has: page.getByRole('heading', { name: 'One', level: 2 }),
    })
    await heading.hover()
    await heading.getByRole('button', { name: '回退到此处…' }).click()
    const question = page.getByRole('dialog', { name: '回退到此处' })
    await question.getByText('代理正在工作。请先停止。').waitFor()
    const go = question.getByRole('button', { name: '回退', exact: true })
    expect(await go.isDisabled()).toBe(true)
    await picture(page, 'rewind-phone')
    await checkAccess(page)
    await question.getByRole('button', { name: '停止' }).click()
    await question.getByText('没有文件会改变。').waitFor()
    expect(await go.isEnabled()).toBe(true)
    expect(await question.getByRole('radio', { name: /^文件/ }).isDisabled()).toBe(true)
    const box = await question.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
  })

  it('says in words what a program does not support, and goes back in the conversation all the same', async () => {
    const { page, faults, folder } = await talkTwice(true)
    const program = join(folder, '..', 'claude')
    writeFileSync(
      program,
      readFileSync(program, 'utf8').replace(
        '#!/bin/sh\n',
        '#!/bin/sh\n[ "$1" = --version ] && { echo 2.0.5; exit; }\n',
      ),
    )
    await endAgent(page)
    await page.getByRole('button', { name: 'Continue this session' }).click()
    await field(page).waitFor()
    await askAbout(page, 'Put it out')
    await dialog(page).getByText('This version of the agent cannot rewind files.').waitFor()
    expect(await choice(page, FILES).isDisabled()).toBe(true)
    expect(await choice(page, ONLY_CONVERSATION).isChecked()).toBe(true)
    await run(page)
    await expect.poll(() => field(page).inputValue(), { timeout: 15_000 }).toBe('Put it out')
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
  })
})
