import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  createLog,
  makeForkedLog,
  makeLongSession,
  toLines,
  uuidOf,
} from '../../../web/test/make-sessions.ts'
import { firstInSight } from '../../../web/test/page-kit.ts'
import { choose, IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

const LOG = `projects/-home-me/${uuidOf(1)}.jsonl`

describe.skipIf(IS_SKIPPED)('who reads a session in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('keeps the end in sight whatever becomes of the window, and its tools within reach', async () => {
    const { page, faults } = await visit({ files: { [LOG]: toLines(makeForkedLog(200)) } })
    const release = await holdBack(page, '**/api/outline*')
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 199.').waitFor()
    await expect.poll(() => fromEnd(page)).toBeLessThan(2)
    const height = await heightOf(page, '.head')
    release()
    const button = page.getByRole('button', { name: '1 branch' })
    await button.waitFor()
    expect(await heightOf(page, '.head')).toBe(height)
    await expect.poll(() => fromEnd(page)).toBeLessThan(2)
    // There is never a frame around all of it.
    const outline = `getComputedStyle(document.querySelector('.story-scroll')).outlineStyle`
    expect(await page.evaluate('document.activeElement.className')).toContain('story-scroll')
    expect(await page.evaluate(outline)).toBe('none')
    await page.keyboard.press('End')
    expect(await page.evaluate(outline)).toBe('none')
    await picture(page, 'head')
    for (const viewport of [
      { width: 1280, height: 600 },
      { width: 640, height: 400 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport)
      await expect.poll(() => fromEnd(page)).toBeLessThan(2)
      await picture(page, `head-${viewport.width}`)
      if (viewport.width === 640) expect(await heightOf(page, '.story')).toBeGreaterThan(200)
    }
    expect(await heightOf(page, '.head')).toBeLessThanOrEqual(52)
    const more = page.getByRole('button', { name: 'More actions' })
    await more.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Usage' }).waitFor()
    await page.getByRole('menuitemradio', { name: 'System messages' }).waitFor()
    await page.getByRole('menuitem', { name: 'Folder not found' }).waitFor()
    await page.keyboard.press('Escape')
    await button.click()
    const tree = page.getByRole('tree', { name: 'Branches of the conversation' })
    await tree.waitFor()
    await picture(page, 'head-phone-branches')
    const box = await tree.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    await checkAccess(page)
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
    await page.keyboard.press('Escape')
    expect(await focused()).toContain('1 branch')
    await button.click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('This was left behind.').waitFor()
    expect(await focused()).toContain('1 branch')
    expect(faults).toEqual([])
  })

  it('keeps what was read of a file that is gone, and goes on when it is back', async () => {
    const entries = makeLongSession('long', 30).entries
    const context = { colorScheme: 'dark' } as const
    const { page, root, faults } = await visit({ files: { [LOG]: toLines(entries) }, context })
    const path = join(root, LOG)
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 30.').waitFor()
    const title = await page.locator('h1').textContent()
    await rename(path, `${path}.away`)
    await page.getByText('The file of this session is gone.', { exact: false }).waitFor()
    expect(await page.locator('.story-notes .note').count()).toBe(1)
    expect(await page.getByText('Answer 30.').isVisible()).toBe(true)
    expect(await page.locator('h1').textContent()).toBe(title)
    await picture(page, 'gone')
    await checkAccess(page)
    const said = { type: 'text', text: 'It went on.' }
    const more = {
      ...(entries[1] as object),
      uuid: uuidOf(900),
      parentUuid: uuidOf(60),
      message: { id: 'x', role: 'assistant', content: [said] },
    }
    // It grew meanwhile.
    await appendFile(`${path}.away`, toLines([more]))
    await rename(`${path}.away`, path)
    await page.getByText('It went on.').waitFor()
    expect(await page.locator('.story-notes .note').count()).toBe(0)
    expect(await page.getByText('Answer 30.').isVisible()).toBe(true)
    await rm(path)
    await page.getByText('The file of this session is gone.', { exact: false }).waitFor()
    await writeFile(path, toLines(createOther()))
    await page.locator('.item', { hasText: 'Another story.' }).waitFor()
    await page.getByText('The file was replaced.', { exact: false }).waitFor()
    expect(await page.getByText('Answer 30.').count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('says which day it was, and brings what of an entry was left out where it is read', async () => {
    const context = { timezoneId: 'UTC', permissions: ['clipboard-read', 'clipboard-write'] }
    const { page, root, faults } = await visit({ files: { [LOG]: toLines(makeDays()) }, context })
    await page.locator('.session-row').first().click()
    await page.locator('.item', { hasText: 'It is late.' }).waitFor()
    const days = page.locator('.story-day')
    expect(await days.allTextContents()).toEqual(['Friday, November 13, 2026', 'Saturday, November 14, 2026'])
    await appendFile(join(root, LOG), toLines([makeLine(9, '2026-11-15T07:00:00.000Z', 'Good morning.')]))
    await page.getByText('Sunday, November 15, 2026').waitFor()
    expect(await days.count()).toBe(3)
    const fold = page.getByRole('button', { name: /^Summary of earlier messages/ })
    await fold.scrollIntoViewIfNeeded()
    await picture(page, 'days')
    const whole = page.waitForResponse(/\/api\/entry/)
    await fold.click()
    // What was left out comes by itself.
    await whole
    await picture(page, 'days-open')
    await checkAccess(page)
    await page.locator('.item', { hasText: 'Good evening.' }).first().hover()
    await page
      .locator('[data-row=heading]', { hasText: 'Good evening.' })
      .getByRole('button', { name: 'Raw JSON' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'As stored in the file' }).waitFor()
    await dialog.getByText('user · Nov 13, 2026, 10:00:00 PM', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await dialog.getByText('Copied').waitFor()
    await picture(page, 'raw-copied')
    await checkAccess(page)
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('"Good evening."')
    await page.keyboard.press('Escape')
    await choose(page, '简体中文')
    await page.getByText('2026年11月14日星期六').waitFor()
    await picture(page, 'days-chinese')
    expect(faults).toEqual([])
  })

  it('finds the reader’s place again, back from elsewhere and loaded anew', async () => {
    const { page, faults } = await visit({ files: { [LOG]: toLines(makeForkedLog(900)) } })
    await page.locator('.session-row').first().click()
    await page.getByText('Answer 899.').waitFor()
    const list = page.locator('.story-scroll')
    await expect.poll(() => fromEnd(page)).toBeLessThan(2)
    // The wheel of a person: whoever moves the list by script while it is being laid out is moved back.
    await list.hover()
    await page.mouse.wheel(0, -4321)
    await expect.poll(() => page.evaluate(REST)).not.toBe('')
    await settle(page)
    const place = await firstInSight(page)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Usage' }).click()
    await page.locator('.story-scroll').waitFor({ state: 'detached' })
    await page.goBack()
    await list.waitFor()
    await expect.poll(() => firstInSight(page), { timeout: 10_000 }).toEqual(place)
    await settle(page)
    await page.reload()
    await list.waitFor()
    await expect.poll(() => firstInSight(page), { timeout: 10_000 }).toEqual(place)
    // A link wins, and the way back from it leads to the place again.
    await page.evaluate(`location.hash += '/${uuidOf(201)}'`)
    await page.getByRole('heading', { name: 'Question 97', exact: true }).waitFor()
    await page.goBack()
    await expect.poll(() => firstInSight(page), { timeout: 10_000 }).toEqual(place)
    await page.getByRole('button', { name: '1 branch' }).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText('This was left behind.').waitFor()
    await page.reload()
    await page.getByText('This was left behind.').waitFor()
    await page.getByText('You are viewing an abandoned branch.').waitFor()
    await page.getByRole('button', { name: '1 branch' }).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByText('The other way').waitFor()
    await page.keyboard.press('G')
    await page.getByText('Answer 899.').waitFor()
    await expect.poll(() => page.evaluate(REST)).toBe('')
    await page.reload()
    await page.getByText('Answer 899.').waitFor()
    // What a link names and is not there is said.
    await page.evaluate(`location.hash += '/${uuidOf(123_456)}'`)
    await page.getByText('The linked message is not in this session.').waitFor()
    await page.getByText('Answer 899.').waitFor()
    expect(faults).toEqual([])
  })
})

function makeLine(number: number, timestamp: string, content: string, fields: object = {}): object {
  const parentUuid = number === 1 ? null : uuidOf(number - 1)
  const message = { role: 'user', content }
  return { type: 'user', uuid: uuidOf(number), parentUuid, sessionId: 'days', timestamp, message, ...fields }
}

function makeDays(): readonly unknown[] {
  return [
    makeLine(1, '2026-11-13T22:00:00.000Z', 'Good evening.'),
    makeLine(2, '2026-11-13T22:00:01.000Z', `The story so far. ${'And then. '.repeat(8000)}`, {
      isCompactSummary: true,
    }),
    makeLine(3, '2026-11-13T23:59:59.000Z', 'One more.'),
    makeLine(8, '2026-11-14T00:00:01.000Z', 'It is late.', { parentUuid: uuidOf(3) }),
  ]
}

function createOther(): readonly unknown[] {
  const log = createLog('other')
  log.say('Another story.')
  return log.entries
}

/** Where the history says that the reader rests. */
const REST = `JSON.stringify(history.state?.reader?.rest) ?? ''`

/** Until the page has remembered where the reader is. */
async function settle(page: Page): Promise<void> {
  const { number } = await firstInSight(page)
  expect(number).toBeGreaterThan(0)
  await expect
    .poll(() => page.evaluate(`Math.abs((history.state?.reader?.rest?.rest.top ?? 9e9) - (${TOP_IN_SIGHT}))`))
    .toBeLessThan(2)
}

const TOP_IN_SIGHT = `(() => {
  const edge = document.querySelector('.story-scroll').getBoundingClientRect().top
  const lines = [...document.querySelectorAll('.story-scroll .virtual-line')].map(line => line.getBoundingClientRect())
  return Math.max(...lines.filter(({ top, bottom }) => top <= edge && bottom > edge).map(({ top }) => top)) - edge
})()`

/** How far the list is from its end. */
function fromEnd(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const list = document.querySelector('.story-scroll')
    return list.scrollHeight - list.clientHeight - list.scrollTop
  })()`)
}

function heightOf(page: Page, selector: string): Promise<number> {
  return page.evaluate(`document.querySelector('${selector}').clientHeight`)
}

/** Holds requests back until they are released. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = (): void => undefined
  const promise = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(pattern, async route => {
    await promise
    await route.continue()
  })
  return () => release()
}
