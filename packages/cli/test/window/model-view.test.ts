import { encodeEntry } from '@antiphon/core'
import {
  answer,
  attachment,
  call,
  log,
  result,
  text,
  thinking,
  user,
  uuidAt,
} from '@antiphon/core/testing/history-builder'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { HOSTILE_PAYLOADS } from '../../../web/test/hostile-payloads.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow, type VisitedWindow } from './window-kit.ts'

const { visit, picture, checkAccess } = setUpWindow()

const SESSION = '44444444-4444-4444-8444-444444444444'
const FOLDER = 'projects/-home-dev-harbour'

type Message = Readonly<Record<string, unknown>>

function chain(fields: object, ...messages: readonly Message[]): string {
  return log(...messages)
    .map((message, index) =>
      encodeEntry({
        parentUuid: index === 0 ? null : uuidAt(index - 1),
        sessionId: SESSION,
        cwd: '/home/dev/harbour',
        isSidechain: false,
        ...fields,
        ...message,
      } as never),
    )
    .join('')
}

const STORY = chain(
  {},
  user('Why is the lamp in the harbour dark?'),
  answer('m1', [
    thinking('A fuse?'),
    text('I look at the fuse.'),
    call('toolu_1', 'Read', { file_path: '/fuse' }),
  ]),
  user('Leave the fuse. <script>alert(1)</script>'),
  answer('m2', [text('   '), text('Then the bulb it is.')]),
  attachment({ type: 'memory', content: 'The bulb is old.' }),
  { type: 'system', subtype: 'informational', content: 'A hook ran.', level: 'info' },
  user([result('toolu_9', 'a result that nobody asked for')]),
  answer('m3', [
    call('toolu_2', 'Task', { description: 'Look', prompt: 'Look at the bulb.', subagent_type: 'eye' }),
  ]),
  user([result('toolu_2', 'The bulb is broken.')], {
    toolUseResult: { agentId: 'a7', status: 'completed', content: [], totalToolUseCount: 1 },
  }),
  answer('m4', 'The bulb is broken. I ordered a new one.'),
)

const AGENT = chain(
  { isSidechain: true, agentId: 'a7' },
  user('Look at the bulb.'),
  answer('n1', [call('toolu_5', 'Read', { file_path: '/bulb' })]),
  user([result('toolu_5', 'broken glass')]),
  answer('n2', 'The bulb is broken.'),
)

const FILES = {
  [`${FOLDER}/${SESSION}.jsonl`]: STORY,
  [`${FOLDER}/${SESSION}/subagents/agent-a7.jsonl`]: AGENT,
}

const OTHER = '55555555-5555-4555-8555-555555555555'
const LONG = chain(
  {},
  ...Array.from({ length: 100 }, (_, index) =>
    index % 2 === 0
      ? user(`Question ${index}: ${HOSTILE_PAYLOADS[index % HOSTILE_PAYLOADS.length]}`)
      : answer(`m${index}`, [text(`${HOSTILE_PAYLOADS[index % HOSTILE_PAYLOADS.length]}`)]),
  ),
)

describe.skipIf(IS_SKIPPED)("the model's view", { timeout: PAGE_TIMEOUT_MS }, () => {
  it('shows what was sent at a message, at the end, and in a subagent’s log, however long it is', async () => {
    const opened = await visit({
      files: { ...FILES, [`${FOLDER}/${OTHER}.jsonl`]: LONG },
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    })
    await openSession(opened)
    await seeRepairs(opened)
    await seeLife(opened)
    await tryOtherSteps(opened)
    await goBackToStored(opened)
    await seeEnd(opened)
    await seeSubagent(opened)
    await seeLongRequest(opened)
    expect([opened.faults, opened.foreign]).toEqual([[], []])
  })

  it('is readable in the dark, on a phone and in Chinese', async () => {
    const phone = await visit({
      files: FILES,
      route: '/sessions',
      context: { viewport: { width: 390, height: 800 }, locale: 'zh-CN', colorScheme: 'dark' },
    })
    await openSession(phone)
    await phone.page.getByRole('button', { name: '更多操作' }).click()
    // A session that scrolls by itself, as one that grows does, closes no menu above it.
    await phone.page.getByRole('menu').waitFor()
    await phone.page.locator('.story-scroll').dispatchEvent('scroll')
    await phone.page.getByRole('menuitem', { name: '模型看到的内容' }).click()
    await phone.page.getByRole('article').getByText('没有结果的调用补上了结果').waitFor({ timeout: 60_000 })
    await picture(phone.page, 'model-view-phone')
    await phone.page.getByRole('region', { name: '模型看到的内容' }).evaluate(body => body.scrollTo(0, 0))
    await picture(phone.page, 'model-view-phone-top')
    await checkAccess(phone.page)
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(phone.faults).toEqual([])
  })
})

async function openSession({ page }: VisitedWindow): Promise<void> {
  await page
    .getByRole('link', { name: /lamp in the harbour/ })
    .first()
    .click()
  await page.getByText('I ordered a new one.').waitFor()
  await picture(page, `model-session-${page.viewportSize()?.width}`)
}

async function showModel(page: Page, item: Locator): Promise<Locator> {
  await item.hover()
  await item.getByRole('button', { name: 'What the model sees' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('article').first().waitFor({ timeout: 60_000 })
  return dialog
}

/** At the last answer: what was sent before it. */
async function seeRepairs({ page }: VisitedWindow): Promise<void> {
  const dialog = await showModel(page, page.locator('.item', { hasText: 'I ordered a new one.' }).last())
  const messages = dialog.getByRole('article')
  const words = await messages.allTextContents()
  expect(words).toHaveLength(7)
  expect(words[2]).toContain('an unanswered call got a result (inserted)')
  expect(words[2]).toContain('TUP-01')
  expect(words[3]).toContain('EMP-02')
  expect(words[4]).toContain('TUP-02')
  expect(words[4]).toContain('The bulb is old.')
  expect(words[6]).toContain('cached up to here')
  await dialog.getByText('1 not sent').waitFor()
  await dialog.getByText('the API accepts it').waitFor()
  await picture(page, 'model-view')
  await checkAccess(page)
  await dialog.getByText('Every repair, by rule').click()
  await messages.nth(2).getByRole('button', { name: 'JSON of this message' }).click()
  await messages.nth(2).getByText('"tool_use_id"').waitFor()
  await dialog.getByRole('region', { name: 'What the model sees' }).evaluate(body => body.scrollTo(0, 0))
  await picture(page, 'model-view-repairs')
  await checkAccess(page)
}

/** The result that was put in, and one that came: who called, both copies, each step, and each request. */
async function seeLife({ page }: VisitedWindow): Promise<void> {
  const messages = page.getByRole('dialog').getByRole('article')
  await messages.nth(6).getByRole('button', { name: 'Life of this result' }).click()
  const life = messages.nth(6).getByRole('region', { name: 'The life of this result' })
  await life.getByText('called by the session').waitFor()
  await life.getByRole('definition').getByText('19 characters').waitFor()
  await life.getByText('agentId: a7').waitFor()
  await life.getByText('4: messages[6].content[0] as it was at first').waitFor()
  await life.getByText('What each step does to it').click()
  expect(await life.getByRole('row').count()).toBe(18)
  expect(await life.getByRole('row', { name: /^pairToolResults/ }).textContent()).toContain('kept')
  await picture(page, 'model-view-trace')
  await checkAccess(page)
  await messages.nth(6).getByRole('button', { name: 'Life of this result' }).click()
  // The JSON of the message is open since before.
  await messages.nth(2).getByRole('button', { name: 'JSON of this message' }).click()
  await messages.nth(2).getByRole('button', { name: 'Life of this result' }).click()
  await messages.nth(2).getByText('never stored').waitFor()
}

async function tryOtherSteps({ page }: VisitedWindow): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Try it without a step').click()
  await dialog.getByRole('checkbox', { name: 'pairToolResults' }).uncheck()
  await dialog.getByText(/the API refuses it: \d/).waitFor()
  await dialog.getByText('TUP-01', { exact: true }).first().waitFor()
  await dialog.getByText(/messages are not as they are sent/).waitFor()
  await dialog
    .getByRole('group')
    .filter({ hasText: 'Try it without a step' })
    .getByText('ids were found without')
    .waitFor()
  await picture(page, 'model-view-steps')
  await checkAccess(page)
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByText('the API accepts it').waitFor()
  for (const [menu, step] of [
    ['Earlier', 'wellFormedStrings'],
    ['Later', 'omitUnsent'],
  ] as const) {
    await dialog.getByRole('button', { name: `${menu}:` }).click()
    await dialog.getByRole('menuitemradio', { name: step }).click()
  }
  await dialog.getByText('omitUnsent finds nothing to do there').waitFor()
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await dialog.getByText('1 not sent').waitFor()
  await dialog.getByText('Try it without a step').click()
  await dialog.getByRole('article').nth(6).waitFor()
}

async function goBackToStored({ page }: VisitedWindow): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy the request as JSON' }).click()
  await dialog.getByText('Copied').waitFor()
  const copied = JSON.parse(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied.messages).toHaveLength(7)
  await dialog.getByRole('article').nth(3).getByRole('link').click()
  expect(await dialog.count()).toBe(0)
  expect(page.url()).toContain(uuidAt(3))
}

async function seeEnd({ page }: VisitedWindow): Promise<void> {
  await page.locator('.head').getByRole('button', { name: 'What the model sees' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What the model would be sent now').waitFor()
  await dialog.getByRole('article').last().getByText('ROL-03').waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
}

async function seeSubagent({ page }: VisitedWindow): Promise<void> {
  await page.getByRole('button', { name: /^eye Look/ }).click()
  await page.getByRole('button', { name: /^What it did/ }).click()
  const item = page.locator('.nested .item', { hasText: 'The bulb is broken.' }).last()
  const articles = (await showModel(page, item)).getByRole('article')
  expect(await articles.first().textContent()).toContain('Look at the bulb.')
  expect(await articles.count()).toBe(3)
  await articles.last().getByRole('link').click()
  await page.getByText('broken glass').first().waitFor()
}

async function seeLongRequest({ page }: VisitedWindow): Promise<void> {
  await page
    .getByRole('link', { name: /Question 0/ })
    .first()
    .click()
  await page.locator('.head').getByRole('button', { name: 'What the model sees' }).click()
  const articles = page.getByRole('dialog').getByRole('article')
  await articles.first().waitFor()
  expect(await articles.count()).toBe(40)
  for (const count of [80, 101]) {
    await page.getByRole('button', { name: /Show earlier messages/ }).click()
    await expect.poll(() => articles.count(), { timeout: 20_000 }).toBe(count)
  }
  expect(await articles.first().textContent()).toContain('Question 0')
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  await checkAccess(page)
}
