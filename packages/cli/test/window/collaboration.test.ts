import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { ScriptReply, Simulator } from '@antiphon/simulator'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { requirement } from '../seeds/requirement.ts'
import { say, setUpChatPlaces } from './chat-place.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const kit = setUpWindow()
const open = setUpChatPlaces(kit)
const { picture, checkAccess } = kit

const write = (name: string): ScriptReply => ({
  calls: [{ name: 'Write', input: { file_path: name, content: 'x\n' } }],
})
const CHINESE = {
  viewport: { width: 390, height: 780 },
  locale: 'zh-CN',
  colorScheme: 'dark',
} as const

const card = (page: Page): Locator => page.getByRole('alertdialog')
const present = (page: Page): Locator => page.locator('.people')
/** Who said the first three things; only what is in sight is drawn, and a page that follows is at its end. */
const firstHeads = (page: Page): Promise<string[]> =>
  page
    .locator('.story-scroll')
    .evaluate(element => element.scrollTo(0, 0))
    .then(() => page.locator('.item-prompt .item-kind').allTextContents())
    .then(all => all.slice(0, 3))

describe.skipIf(IS_SKIPPED)('two people at one agent, each with a window', () => {
  requirement(
    '003:471-476',
    'see each other and who said what; the model reads what the other did',
    async () => {
      const {
        page: ann,
        server,
        folder,
        simulator,
        readLog,
        faults,
      } = await open({
        replies: [
          'At your service.',
          write('one.txt'),
          'The first is there.',
          write('two.txt'),
          'The second is there.',
          'Both of you are heard.',
          'All is said.',
        ],
      })
      // Three pages at once on a busy machine.
      ann.setDefaultTimeout(60_000)
      await say(ann, 'Hello')
      await ann.locator('.story').getByText('At your service.').waitFor()
      await callOneself(ann, 'Ann')

      // The name is somebody's own word: whatever it holds, it is text, and short.
      const ben = await kit.open(server.invite())
      ben.page.setDefaultTimeout(60_000)
      await ben.page.locator('.session-row').click()
      await callOneself(ben.page, '  <b>Ben</b>\u202e ')
      await present(ann).getByText('b Ben /b').waitFor()
      await callOneself(ben.page, 'Ben')
      await present(ann).getByText('Ben', { exact: true }).waitFor()
      await present(ben.page).getByText('Ann', { exact: true }).waitFor()
      await ben.page.getByRole('textbox', { name: 'Message' }).pressSequentially('Wri')
      await present(ann).getByText('is writing').waitFor()
      await picture(ann, 'people-here')
      await checkAccess(ann)

      // Ben asks, Ann allows it: both see it, and the model reads it.
      await say(ben.page, 'Write the first')
      await card(ann).getByText('one.txt').first().waitFor()
      await card(ben.page).waitFor()
      await picture(ben.page, 'people-asked')
      await card(ann)
        .getByRole('button', { name: /^Allow/ })
        .click()
      await ben.page.locator('.people-decided').getByText('Write was allowed by Ann.').waitFor()
      await ben.page.locator('.story').getByText('The first is there.').waitFor()
      await ben.page.locator('.story').getByText('Ann allowed: Write').waitFor()
      expect(existsSync(join(folder, 'one.txt'))).toBe(true)
      await picture(ben.page, 'people-decided')
      await checkAccess(ben.page)

      // Ann tells of an edit of hers; then both answer the same question, and the second hears who was first.
      await tellEdit(ann, 'notes.md', 'one line more')
      await ben.page.locator('.story').getByText('Ann changed notes.md: one line more').waitFor()
      await say(ann, 'Write the second')
      await card(ann).waitFor()
      await card(ben.page).getByText('two.txt').first().waitFor()
      // Ben does not hear yet that Ann has answered.
      await ben.page.route('**/api/chat/control', async route => {
        await card(ann)
          .getByRole('button', { name: /^Allow/ })
          .click()
        await card(ann).waitFor({ state: 'detached' })
        await route.continue()
      })
      await card(ben.page)
        .getByRole('button', { name: /^Allow/ })
        .click()
      await ben.page.getByRole('alert').getByText('Ann answered first: allowed.').waitFor()
      await ben.page.locator('.story').getByText('The second is there.').waitFor()
      await ben.page.unroute('**/api/chat/control')

      // Both speak at once: in the order in which they came, each by its author.
      await Promise.all([say(ann, 'From Ann'), say(ben.page, 'From Ben')])
      await ann.locator('.story').getByText('All is said.').waitFor()
      await expect.poll(() => firstHeads(ann), { timeout: 20_000 }).toEqual(['You', 'BBen', 'You'])
      // Before she said her name she was whom the system knows.
      const system = `${userInfo().username.slice(0, 1).toUpperCase()}${userInfo().username}`
      await expect.poll(() => firstHeads(ben.page), { timeout: 20_000 }).toEqual([system, 'You', 'AAnn'])

      // Whoever leaves is gone; whoever comes, on a phone and in another language, is there.
      const cy = await kit.open(`${server.invite()}&route=/sessions`, CHINESE)
      cy.page.setDefaultTimeout(60_000)
      await cy.page.locator('.session-row').click()
      await present(cy.page).getByText('Ann', { exact: true }).waitFor()
      await cy.page.locator('.story').getByText('Ann 修改了 notes.md').waitFor()
      await picture(cy.page, 'people-here-phone')
      await checkAccess(cy.page)
      await cy.page.locator('.people-bar > button').click()
      await cy.page.getByRole('dialog', { name: '此会话中的人' }).waitFor()
      await picture(cy.page, 'people-dialog-phone')
      await checkAccess(cy.page)
      await cy.page.close()
      await ben.page.goto('about:blank')
      await expect.poll(() => present(ann).count(), { timeout: 20_000 }).toBe(0)

      const log = await readLog()
      expect(authorsOf(log)).toEqual(
        expect.arrayContaining([
          ['Write the first', 'Ben'],
          ['Write the second', 'Ann'],
          ['From Ann', 'Ann'],
          ['From Ben', 'Ben'],
        ]),
      )
      expect(JSON.stringify(log)).not.toContain('"presence"')
      for (const words of [
        String.raw`\"Ann\", not \"Ben\", whose prompt you are working on, allowed the call of Write`,
        String.raw`\"Ann\" changed notes.md.`,
        String.raw`The next prompt is by \"Ben\"; the one before it was by`,
      ])
        expect(lastRequest(simulator)).toContain(words)
      expect([...faults, ...ben.faults, ...cy.faults]).toEqual([])
    },
    PAGE_TIMEOUT_MS,
  )
})

/** Says one's name, behind the button that has it. */
async function callOneself(page: Page, name: string): Promise<void> {
  await page.locator('.people-bar > button').click()
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
}

async function tellEdit(page: Page, path: string, note: string): Promise<void> {
  await page.locator('.people-bar > button').click()
  await page.getByRole('textbox', { name: 'File' }).fill(path)
  await page.getByRole('textbox', { name: 'What and why' }).fill(note)
  await page.getByRole('button', { name: 'Tell the agent' }).click()
}

type Entries = readonly Readonly<Record<string, unknown>>[]

/** The words of each prompt with the name of its author, also of those that came while the agent worked. */
function authorsOf(log: Entries): readonly (readonly [string, string])[] {
  return log.flatMap(entry => {
    const attachment = entry.attachment as Readonly<Record<string, unknown>> | undefined
    const isQueued = attachment?.type === 'queued_command'
    const { origin, words } = isQueued
      ? { origin: attachment.origin, words: attachment.prompt }
      : { origin: entry.origin, words: (entry.message as { content?: unknown } | undefined)?.content }
    const author = (origin as { author?: { name: string } } | undefined)?.author
    if (entry.type === 'queue-operation' || !author || attachment?.type === 'peer_prompt') return []
    return [[JSON.stringify(words).match(/(?:Write|From|Hello)[\w ]*/)?.[0] ?? '', author.name] as const]
  })
}

function lastRequest(simulator: Simulator | null): string {
  return JSON.stringify(simulator?.log.all().at(-1)?.request?.messages)
}
