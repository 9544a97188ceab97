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
  it('leads from all sessions over defects and preview to a fix, and keeps the file as it was', async () => {
    const opened = await visit({ files: FILES, route: '/doctor' })
    await seeOverview(opened)
    await seeDefects(opened)
    await refuseWhatChanged(opened)
    await fix(opened)
    await seeTooLarge(opened)
    await seeNoSession(opened)
    expect([opened.faults, opened.foreign]).toEqual([[], []])
  })

  it('is readable in the dark, on a phone and in Chinese', async () => {
    const dark = await visit({ files: FILES, route: '/doctor', context: { colorScheme: 'dark' } })
    await dark.page.getByText(/4 logs: 1 damaged/).waitFor()
    await picture(dark.page, 'doctor-overview-dark')
    await linkTo(dark.page).click()
    await dark.page.getByRole('heading', { name: /torn line/ }).waitFor()
    await picture(dark.page, 'doctor-session-dark')
    await checkAccess(dark.page)
    const phone = await visit({
      files: FILES,
      route: '/doctor',
      context: { viewport: { width: 390, height: 800 }, locale: 'zh-CN' },
    })
    await phone.page.getByText(/4 个日志：1 个受损/).waitFor()
    await picture(phone.page, 'doctor-overview-phone')
    await checkAccess(phone.page)
    await linkTo(phone.page).click()
    await phone.page.getByRole('heading', { name: /断行/ }).waitFor()
    await picture(phone.page, 'doctor-session-phone')
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await phone.page.getByRole('button', { name: '修复…' }).click()
    await phone.page.getByRole('dialog', { name: '修复此会话？' }).waitFor()
    await picture(phone.page, 'doctor-dialog-phone')
    await checkAccess(phone.page)
    expect([dark.faults, phone.faults]).toEqual([[], []])
  })
})

function linkTo(page: Page): Locator {
  return page.locator('.doctor').getByRole('link', { name: 'Why is the lamp in the harbour dark?' })
}

async function seeOverview({ page }: VisitedWindow): Promise<void> {
  await page.getByText(/4 logs: 1 damaged/).waitFor()
  const rows = page.locator('.doctor-table tbody tr')
  expect(await rows.count()).toBe(4)
  expect(await page.getByRole('row', { name: /not a session/ }).count()).toBe(1)
  await picture(page, 'doctor-overview')
  await checkAccess(page)
  await page.getByLabel('Damaged only').check()
  expect(await rows.count()).toBe(1)
}

async function seeDefects({ page }: VisitedWindow): Promise<void> {
  await linkTo(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /torn line/ }).waitFor()
  for (const name of [/zeros/, /parent that is not there/, /entry twice/, /call without result at the end/])
    expect(await page.getByRole('heading', { name }).count()).toBe(1)
  const diff = page.getByRole('figure', { name: /lines would change/ })
  expect(await diff.locator('.diff-removed').count()).toBe(4)
  expect(await diff.locator('.diff-added').count()).toBe(2)
  await picture(page, 'doctor-session')
  await diff.scrollIntoViewIfNeeded()
  await picture(page, 'doctor-preview')
  await checkAccess(page)
  // A line that is no message is shown where it was found, and leads nowhere.
  const torn = page.getByRole('region', { name: /torn line/ })
  await torn.getByText('{"type":"assistant","uuid":"torn","message":{"role":"assis').waitFor()
  expect(await torn.getByRole('link').count()).toBe(0)
  // Each defect leads to its message.
  await page
    .getByRole('region', { name: /parent that is not there/ })
    .getByRole('link')
    .click()
  await page.getByText('onerror=alert(1)').first().waitFor()
  await page.goBack()
}

async function refuseWhatChanged({ page, root }: VisitedWindow): Promise<void> {
  await page.getByRole('button', { name: 'Fix…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fix this session?' })
  await dialog.getByText(/\.jsonl\.<time>\.bak/).waitFor()
  await picture(page, 'doctor-dialog')
  await checkAccess(page)
  // Who thinks better of it has changed nothing.
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
  await page.getByRole('button', { name: 'Fix…' }).click()
  await appendFile(join(root, DAMAGED_FILE), '{"type":"user","uu\n')
  await dialog.getByRole('button', { name: 'Fix it' }).click()
  await dialog.getByRole('alert').getByText('The file has changed since it was examined').waitFor()
  await picture(page, 'doctor-refused')
  expect(await readFile(join(root, DAMAGED_FILE), 'utf8')).toBe(`${DAMAGED}{"type":"user","uu\n`)
  await dialog.getByRole('button', { name: 'Examine again' }).click()
  await page.getByText('8 lines, 5 entries').waitFor()
}

async function fix({ page, root }: VisitedWindow): Promise<void> {
  const before = await readFile(join(root, DAMAGED_FILE))
  await page.getByRole('button', { name: 'Fix…' }).click()
  await page.getByRole('button', { name: 'Fix it' }).press('Enter')
  await page.getByText(/^Fixed: \d+ lines changed/).waitFor()
  await page.getByText('Healthy. Nothing was found.').waitFor()
  await page.getByText('To undo it').click()
  await page.getByText(/^mv -- /).waitFor()
  await picture(page, 'doctor-fixed')
  await checkAccess(page)
  const names = await readdir(join(root, HARBOUR))
  const backup = names.find(name => name.endsWith('.bak')) ?? ''
  expect(await readFile(join(root, HARBOUR, backup))).toEqual(before)
  const mended = await readFile(join(root, DAMAGED_FILE))
  expect(decodeLines(mended).every(({ kind }) => kind === 'entry')).toBe(true)
  expect(diagnose(mended).defects).toEqual([])
}

async function seeTooLarge({ page, root }: VisitedWindow): Promise<void> {
  await truncate(join(root, HARBOUR, '22222222-2222-4222-8222-222222222222.jsonl'), 65 * 1024 * 1024)
  await page.getByRole('link', { name: 'All sessions' }).last().click()
  await page.getByText(/4 logs: 0 damaged/).waitFor()
  await page
    .getByRole('row', { name: /too large for the page/ })
    .getByRole('link')
    .click()
  await page.getByText('the page examines at most 64 MB').waitFor()
  await page.getByText('antiphon doctor ').waitFor()
  await checkAccess(page)
}

async function seeNoSession({ page }: VisitedWindow): Promise<void> {
  await page.getByRole('link', { name: 'All sessions' }).last().click()
  await page
    .getByRole('row', { name: /not a session/ })
    .getByRole('link')
    .click()
  await page.getByText('A fix would not touch it.').waitFor()
  await page.getByText('this is no session', { exact: true }).waitFor()
  expect(await page.getByText('a fix takes it out of the file').count()).toBe(0)
  expect(await page.locator('.finding').getByRole('link').count()).toBe(0)
  await picture(page, 'doctor-no-session')
  await checkAccess(page)
}
