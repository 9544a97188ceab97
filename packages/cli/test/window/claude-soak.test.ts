import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findClaude } from '@antiphon/host'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { installClaudeCode } from '../install-claude-code.ts'
import { say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const IS_SOAK = process.env.SOAK === '1'
const CAN_INSTALL = `${process.platform}-${process.arch}` === 'linux-x64'
const installed = IS_SOAK
  ? await findClaude({ env: { ...process.env, ANTIPHON_CLAUDE: undefined }, home: process.env.HOME })
  : null
const reason = !IS_SOAK
  ? 'the real program is driven only in `npm run soak 0 claude-soak`'
  : IS_SKIPPED
    ? 'there is no browser'
    : installed || CAN_INSTALL
      ? null
      : 'there is no claude on the PATH'
if (reason !== null) console.warn(`the installed claude in the window: skipped, since ${reason}`)

const kit = setUpWindow()
const open = setUpChatPlaces(kit)

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Message' })
const card = (page: Page): Locator => page.getByRole('alertdialog')
const story = (page: Page): Locator => page.getByRole('main')
const stop = (page: Page): Locator => page.getByRole('button', { name: 'Stop' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Rewind to here' })

/** The program takes its time. */
const PATIENT = { timeout: 60_000 }

async function untilIdle(page: Page): Promise<void> {
  await stop(page).waitFor({ state: 'detached', ...PATIENT })
}

describe.skipIf(reason !== null)(
  `the installed claude in the window (${reason ?? 'real'})`,
  { timeout: PAGE_TIMEOUT_MS },
  () => {
    let claude = ''
    beforeAll(() => {
      claude = installed?.path ?? installClaudeCode()
    }, PAGE_TIMEOUT_MS)

    it('is new, asks, is allowed, is stopped, goes on in a copy, and is rewound', async () => {
      const { page, folder, simulator } = await open({ claude, project: { 'song.txt': 'two choirs\n' } })
      const lastSent = (): string => {
        const asked = simulator?.log.all().filter(({ request }) => (request?.tools?.length ?? 0) > 0)
        return JSON.stringify(asked?.at(-1)?.request?.messages)
      }
      await page.getByRole('button', { name: 'Agent: Claude Code' }).waitFor(PATIENT)

      // New, and a prompt that needs no permission.
      await say(page, 'read song.txt')
      await story(page).getByText('two choirs').first().waitFor(PATIENT)
      await untilIdle(page)

      // Permission: what is not allowed is not done, what is allowed is.
      await say(page, 'write hello to b.txt')
      await card(page).getByText('b.txt').first().waitFor(PATIENT)
      expect(existsSync(join(folder, 'b.txt'))).toBe(false)
      await card(page)
        .getByRole('button', { name: /^Allow/ })
        .first()
        .click()
      await expect.poll(() => existsSync(join(folder, 'b.txt')), PATIENT).toBe(true)
      await untilIdle(page)
      expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toContain('hello')

      // Interrupt.
      await say(page, 'run touch slept && sleep 120')
      await card(page).waitFor(PATIENT)
      await card(page)
        .getByRole('button', { name: /^Allow/ })
        .first()
        .click()
      await expect.poll(() => existsSync(join(folder, 'slept')), PATIENT).toBe(true)
      await stop(page).click()
      await untilIdle(page)
      const address = page.url()

      // Fork, before what was stopped: the copy does not know of it, and its words are back in the field.
      await rewindTo(page, 'run touch slept && sleep 120', /^Conversation ?Goes on/)
      await expect.poll(() => page.url(), PATIENT).not.toBe(address)
      await expect.poll(() => field(page).inputValue(), PATIENT).toBe('run touch slept && sleep 120')
      await say(page, 'read b.txt')
      await story(page).getByRole('heading', { name: 'read b.txt', level: 2 }).waitFor(PATIENT)
      await untilIdle(page)
      await expect.poll(lastSent, PATIENT).toContain('read b.txt')
      expect(lastSent()).toContain('write hello to b.txt')
      expect(lastSent()).not.toContain('sleep 120')

      // Files: the copy gives back what the program kept before it was one.
      await rewindTo(page, 'write hello to b.txt', /^Files/)
      await page.getByText('1 file rewound.').waitFor(PATIENT)
      expect(existsSync(join(folder, 'b.txt'))).toBe(false)

      // The session itself is as it was.
      await page.goto(address)
      await story(page)
        .getByRole('heading', { name: 'run touch slept && sleep 120', level: 2 })
        .waitFor(PATIENT)
    })
  },
)

async function rewindTo(page: Page, prompt: string, choice: RegExp): Promise<void> {
  const heading = story(page).locator('article', {
    has: page.getByRole('heading', { name: prompt, level: 2 }),
  })
  await heading.hover()
  await heading.getByRole('button', { name: 'Rewind to here…' }).click()
  const radio = dialog(page).getByRole('radio', { name: choice })
  await dialog(page)
    .getByText(/would change/)
    .waitFor(PATIENT)
  await radio.check()
  await dialog(page).getByRole('button', { name: 'Rewind', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached', ...PATIENT })
}
