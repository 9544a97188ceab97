import { appendFile, readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeLines, encodeEntry } from '@antiphon/core'
import { diagnose } from '@antiphon/transcript'
import { exchange } from '@antiphon/transcript/testing/session-tree'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow, type VisitedWindow } from './window-kit.ts'

const { visit, picture, checkAccess } = setUpWindow()

const HARBOUR = 'projects/-home-dev-harbour'
const DAMAGED_FILE = `${HARBOUR}/11111111-1111-4111-8111-111111111111.jsonl`

function lines(...entries: readonly object[]): string {
  // Any object may be a line.
  return entries.map(entry => encodeEntry(entry as never)).join('')
}

const ENVELOPE = {
  sessionId: '11111111-1111-4111-8111-111111111111',
  cwd: '/home/dev/harbour',
  gitBranch: 'main',
  isSidechain: false,
  version: '2.1.200',
}

function said(uuid: string, parentUuid: string | null, content: unknown): object {
  const timestamp = '2026-11-15T08:00:00.000Z'
  return { ...ENVELOPE, type: 'user', uuid, parentUuid, timestamp, message: { role: 'user', content } }
}

function answered(uuid: string, parentUuid: string, content: readonly object[]): object {
  return {
    ...ENVELOPE,
    type: 'assistant',
    uuid,
    parentUuid,
    timestamp: '2026-11-15T08:00:05.000Z',
    message: { id: `msg_${uuid}`, role: 'assistant', model: 'claude-opus-5-5', content },
  }
}

/** A torn line, zeros, a lost parent, an entry twice, and a call at the end that nobody answered. */
const DAMAGED = [
  lines(said('p1', null, 'Why is the lamp in the harbour dark?')),
  '{"type":"assistant","uuid":"torn","message":{"role":"assis\n',
  lines(answered('a1', 'p1', [{ type: 'text', text: 'I will look at the fuse.' }])),
  `${'\0'.repeat(40)}\n`,
  lines(said('p2', 'nowhere', '<img src=x onerror=alert(1)> Do that.')),
  lines(said('p2', 'nowhere', '<img src=x onerror=alert(1)> Do that.')),
  lines(
    answered('a2', 'p2', [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/fuse' } }]),
  ),
].join('')

const FILES = {
  [DAMAGED_FILE]: DAMAGED,
  [`${HARBOUR}/22222222-2222-4222-8222-222222222222.jsonl`]: lines(...exchange('Light it.')),
  [`${HARBOUR}/22222222-2222-4222-8222-222222222222/subagents/agent-a7.jsonl`]: lines(
    ...exchange('Look at the wires.', { isSidechain: true }),
  ),
  [`${HARBOUR}/33333333-3333-4333-8333-333333333333.jsonl`]: 'this is no session\n',
}

describe.skipIf(IS_SKIPPED)('the doctor', { timeout: PAGE_TIMEOUT_MS }, () => {
  it('leads from all sessions over findings and changes to a repair, and keeps the file as it was', async () => {
    const opened = await visit({ files: FILES, route: '/doctor' })
    await seeOverview(opened)
    await seeFindings(opened)
    await refuseWhatChanged(opened)
    await repair(opened)
    await seeTooLarge(opened)
    await seeNoSession(opened)
    expect([opened.faults, opened.foreign]).toEqual([[], []])
  })

  it('repairs all that can be repaired at once, and the list says so without another look', async () => {
    const { page, root, faults } = await visit({ files: FILES, route: '/doctor' })
    await page.getByRole('button', { name: 'Repair 1 session…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Repair this session?' })
    await dialog.getByText('Why is the lamp in the harbour dark?').waitFor()
    await dialog.getByRole('button', { name: 'Repair', exact: true }).click()
    await dialog.getByText('Repaired 1 session.').waitFor()
    await dialog.locator('footer').getByRole('button', { name: 'Close' }).click()
    await counts(page, { unresumable: 0, repairable: 0, fine: 3 })
    expect(await page.getByRole('button', { name: /^Repair/ }).count()).toBe(0)
    expect(diagnose(await readFile(join(root, DAMAGED_FILE))).defects).toEqual([])
    expect(faults).toEqual([])
  })

  it('is readable in the dark, on a phone and in Chinese', async () => {
    const dark = await visit({ files: FILES, route: '/doctor', context: { colorScheme: 'dark' } })
    await counts(dark.page, { unresumable: 0, repairable: 1, fine: 2 })
    await picture(dark.page, 'doctor-overview-dark')
    await linkTo(dark.page).click()
    await dark.page.getByRole('heading', { name: 'A line was cut off' }).waitFor()
    await picture(dark.page, 'doctor-session-dark')
    await checkAccess(dark.page)
    const phone = await visit({
      files: FILES,
      route: '/doctor',
      context: { viewport: { width: 390, height: 844 }, locale: 'zh-CN' },
    })
    await phone.page
      .getByRole('listitem')
      .filter({ hasText: /^1 可修复$/ })
      .waitFor()
    // A title has two lines at most, however narrow the page is.
    const heights = await linkTo(phone.page)
      .locator('b')
      .evaluateAll(all => all.map(one => one.clientHeight))
    expect(Math.max(...heights)).toBeLessThanOrEqual(36)
    await picture(phone.page, 'doctor-overview-phone')
    await checkAccess(phone.page)
    await linkTo(phone.page).click()
    await phone.page.getByRole('heading', { name: '有一行被截断' }).waitFor()
    await picture(phone.page, 'doctor-session-phone')
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await phone.page.getByRole('button', { name: '修复…', exact: true }).click()
    await phone.page.getByRole('dialog', { name: '修复此会话？' }).waitFor()
    await picture(phone.page, 'doctor-dialog-phone')
    await checkAccess(phone.page)
    expect([dark.faults, phone.faults]).toEqual([[], []])
  })
})

function linkTo(page: Page): Locator {
  return page.getByRole('main').getByRole('link', { name: /Why is the lamp in the harbour dark\?/ })
}

/** Waits until the page counts so many of each. */
async function counts(
  page: Page,
  { unresumable, repairable, fine }: Readonly<Record<'unresumable' | 'repairable' | 'fine', number>>,
): Promise<void> {
  for (const words of [`${unresumable} cannot be resumed`, `${repairable} can be repaired`, `${fine} fine`])
    await page
      .getByRole('listitem')
      .filter({ hasText: new RegExp(`^${words}`) })
      .waitFor()
}

async function seeOverview({ page }: VisitedWindow): Promise<void> {
  await counts(page, { unresumable: 0, repairable: 1, fine: 2 })
  const main = page.getByRole('main')
  expect(await main.getByRole('link', { name: /No findings/ }).count()).toBe(2)
  expect(await main.getByRole('region', { name: 'Not a session' }).getByRole('link').count()).toBe(1)
  const needy = main.getByRole('region', { name: 'Can be repaired' })
  expect(await needy.getByRole('link').textContent()).toContain('5 findings')
  await picture(page, 'doctor-overview')
  await checkAccess(page)
}

async function seeFindings({ page }: VisitedWindow): Promise<void> {
  await linkTo(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'A line was cut off' }).waitFor()
  for (const name of [
    'Zeros instead of text',
    'A message points to one that is missing',
    'A message was stored twice',
    'A tool call at the end has no result',
  ])
    expect(await page.getByRole('heading', { name }).count()).toBe(1)
  await picture(page, 'doctor-session')
  await page.getByText(/^Everything a repair changes: 5 lines$/).click()
  const all = page.locator('details[open] pre')
  // Three lines go, one is rewritten, one is added.
  expect(await all.filter({ hasText: '(removed)' }).count()).toBe(3)
  expect(await all.filter({ hasText: '(nothing)' }).count()).toBe(1)
  await picture(page, 'doctor-changes')
  await checkAccess(page)
  // A line that is no message is shown where it was found, and leads nowhere.
  const torn = page.getByRole('region', { name: 'A line was cut off' })
  await torn.locator('code').getByText('{"type":"assistant","uuid":"torn","message":{"role":"assis').waitFor()
  expect(await torn.getByRole('link').count()).toBe(0)
  // Each finding leads to its message.
  await page
    .getByRole('region', { name: 'A message points to one that is missing' })
    .getByRole('link')
    .click()
  await page.getByText('onerror=alert(1)').first().waitFor()
  await page.goBack()
}

async function refuseWhatChanged({ page, root }: VisitedWindow): Promise<void> {
  await page.getByRole('button', { name: 'Repair…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Repair this session?' })
  await dialog.getByText(/\.jsonl\.<time>\.bak/).waitFor()
  await picture(page, 'doctor-dialog')
  await checkAccess(page)
  // Who thinks better of it has changed nothing.
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'Repair…', exact: true }).click()
  await appendFile(join(root, DAMAGED_FILE), '{"type":"user","uu\n')
  await dialog.getByRole('button', { name: 'Repair', exact: true }).click()
  await dialog.getByRole('alert').getByText('The file has changed since it was checked').waitFor()
  await picture(page, 'doctor-refused')
  expect(await readFile(join(root, DAMAGED_FILE), 'utf8')).toBe(`${DAMAGED}{"type":"user","uu\n`)
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await page.getByText(/^8 lines, /).waitFor()
}

async function repair({ page, root }: VisitedWindow): Promise<void> {
  const before = await readFile(join(root, DAMAGED_FILE))
  await page.getByRole('button', { name: 'Repair…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Repair', exact: true }).press('Enter')
  const pane = page.getByRole('complementary', { name: 'Findings' })
  await pane.getByText(/^Repaired: \d+ lines changed/).waitFor()
  // What stands below does not contradict it, and the list follows.
  await pane.getByText('No findings', { exact: true }).waitFor()
  expect(await pane.getByText(/Can be repaired|Cannot be resumed/).count()).toBe(0)
  await counts(page, { unresumable: 0, repairable: 0, fine: 3 })
  await pane.getByText('Undo', { exact: true }).click()
  await pane.getByText(/^mv -- /).waitFor()
  await picture(page, 'doctor-repaired')
  await checkAccess(page)
  const names = await readdir(join(root, HARBOUR))
  const backup = names.find(name => name.endsWith('.bak')) ?? ''
  expect(await readFile(join(root, HARBOUR, backup))).toEqual(before)
  const repaired = await readFile(join(root, DAMAGED_FILE))
  expect(decodeLines(repaired).every(({ kind }) => kind === 'entry')).toBe(true)
  expect(diagnose(repaired).defects).toEqual([])
}

async function seeTooLarge({ page, root }: VisitedWindow): Promise<void> {
  await truncate(join(root, HARBOUR, '22222222-2222-4222-8222-222222222222.jsonl'), 65 * 1024 * 1024)
  await page
    .getByRole('banner')
    .or(page.locator('main > header'))
    .getByRole('button', { name: 'Check again' })
    .click()
  await page.getByRole('link', { name: /Too large to be checked on this page/ }).click()
  await page.getByText('the page checks at most 64 MB').waitFor()
  await page.getByText('antiphon doctor ').waitFor()
  await checkAccess(page)
}

async function seeNoSession({ page }: VisitedWindow): Promise<void> {
  await page.getByRole('region', { name: 'Not a session' }).getByRole('link').click()
  const pane = page.getByRole('complementary', { name: 'Findings' })
  await pane.getByText('A repair would not touch it.').waitFor()
  await pane.getByText('this is no session', { exact: true }).waitFor()
  expect(await pane.getByText('a repair removes it').count()).toBe(0)
  expect(await pane.getByRole('link', { name: /^line/ }).count()).toBe(0)
  expect(await pane.getByRole('button', { name: /Repair/ }).count()).toBe(0)
  await picture(page, 'doctor-no-session')
  await checkAccess(page)
}
