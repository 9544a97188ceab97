import type { Entry } from '@antiphon/core'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS } from './browser-kit.ts'
import { createLog, makeLongSession, makeRichSession, makeRow, uuidOf } from './make-sessions.ts'
import { firstInSight, heading, rows, setUpPage } from './page-kit.ts'

describe.skipIf(IS_SKIPPED)('the page in Chromium', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpPage()

  it('lists thousands of sessions by project and filters them as one types', async () => {
    const many = Array.from({ length: 3000 }, (_, number) => ({
      row: makeRow(`s${number}`, {
        title: `Task number ${number}`,
        cwd: `/home/somebody/project-${number % 40}`,
        repository: `project-${number % 40}`,
        repositoryPath: `/home/somebody/project-${number % 40}`,
        isLive: number === 0,
        problem: number === 1 ? 'The file is damaged at its end.' : null,
        changedAt: new Date(Date.UTC(2026, 10, 15) - number * 3_600_000).toISOString(),
      }),
      entries: [],
    }))
    const { page, faults } = await visit(many)
    await page.getByText('3,000 sessions').waitFor()
    expect(await rows(page).count()).toBeLessThan(60)
    await page
      .getByRole('img', { name: /Running now/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('number 2999')
    await page.getByText('1 of 3,000 sessions').waitFor()
    expect(await rows(page).count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('project-1 damaged')
    await page.getByText('No session matches.').waitFor()
    await page.getByRole('searchbox', { name: 'Filter sessions' }).fill('')
    await page.getByText('3,000 sessions').waitFor()
    await picture(page, 'list')
    await checkAccess(page)
    expect(faults).toEqual([])
  })

  it('says what to do where there are no sessions, and shows the first that appears', async () => {
    const { page, memory } = await visit([])
    await page.getByRole('main').getByRole('heading', { name: 'No sessions yet' }).waitFor()
    await picture(page, 'empty')
    await checkAccess(page)
    memory.put(makeRichSession('new'))
    await rows(page).getByText('Make the list faster').waitFor()
    memory.remove('new')
    await page.getByRole('main').getByRole('heading', { name: 'No sessions yet' }).waitFor()
  })

  it('shows everything of a session in the form that suits it', async () => {
    const { page, faults, foreign } = await visit([makeRichSession('rich')], { pageSize: 500 })
    await rows(page).getByText('Make the list faster').click()
    await heading(page, 'Make the list faster').waitFor()
    await page.getByText('No, that is all.').waitFor()
    await page.keyboard.press('g')
    // What was before the compaction is one line until it is opened.
    await page.getByRole('button', { name: /Please make the list faster/ }).click()
    await page.getByRole('button', { name: /^Edited 1 file \+2 −1 · ran 1 command/ }).waitFor()
    await page
      .getByRole('button', { name: /^Thought/ })
      .first()
      .click()
    await page.getByText('I should measure first.').waitFor()
    await page.locator('.code-keyword').first().waitFor()
    expect(await page.locator('a[href="https://example.org/docs"]').getAttribute('rel')).toContain('noopener')
    expect(await page.locator('.diff-added').count()).toBe(0)
    await page.keyboard.press('x')
    expect(await page.locator('.diff-added').count()).toBe(2)
    await picture(page, 'session-light')
    await checkAccess(page)
    await page.locator('.tool-in_progress').scrollIntoViewIfNeeded()
    const image = page.getByRole('button', { name: 'Enlarge image' })
    await image.scrollIntoViewIfNeeded()
    expect(await image.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1)
    await image.click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText('Report to the main agent').waitFor()
    await page.getByRole('button', { name: /^What it did/ }).click()
    await page.getByText('I looked around everywhere.').waitFor()
    await page.getByRole('button', { name: 'Context compacted from 155K tokens' }).click()
    await page.getByText('This session continues an earlier one').waitFor()
    await picture(page, 'session-light-end')
    const last = page.locator('[data-row=item]', { hasText: 'No, that is all.' })
    await last.hover()
    await last.getByRole('button', { name: 'Raw JSON' }).click()
    await page.getByRole('dialog').getByText('"parentUuid"').waitFor()
    await picture(page, 'raw')
    await checkAccess(page)
    expect(faults).toEqual([])
    expect(foreign).toEqual([])
  })

  it('loads a long session upwards without moving what is read', async () => {
    const { page, faults } = await visit([makeLongSession('long', 160)], { hash: '#/session/long' })
    await page.getByText('Answer 160.').waitFor()
    const list = page.locator('.story-scroll')
    expect(await page.locator('.item').count()).toBeLessThan(60)
    let jumps = 0
    for (let round = 0; round < 400; round += 1) {
      const before = await firstInSight(page)
      await list.evaluate(element => element.scrollBy(0, -300))
      // Two frames, in which the page may ask for more and measure what it drew.
      await page.evaluate(
        'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 10))))',
      )
      const after = await firstInSight(page)
      if (after.number > before.number + 1 || before.number - after.number > 12) jumps += 1
      if (await list.getByText(/^Question 1:/).count()) break
    }
    await list
      .getByText(/^Question 1:/)
      .first()
      .waitFor()
    expect(jumps).toBe(0)
    expect(faults).toEqual([])
  })

  it('goes to the beginning and to the end by a key', async () => {
    const { page } = await visit([makeLongSession('long', 600)], { hash: '#/session/long' })
    await page.getByText('Answer 600.').waitFor()
    await page.keyboard.press('g')
    await page
      .getByText(/^Question 1:/)
      .filter({ visible: true })
      .first()
      .waitFor()
    await page.keyboard.press('G')
    await page.getByText('Answer 600.').waitFor()
  })

  it('follows what is written while the reader is at the end, and says so where they are not', async () => {
    const session = makeLongSession('live', 80)
    const { page, memory, faults } = await visit([session], { hash: '#/session/live' })
    await page.getByText('Answer 80.').waitFor()
    const log = createLog('live')
    log.entries.push(...session.entries)
    const write = (text: string) => {
      const parentUuid = uuidOf(log.entries.length)
      memory.append('live', { ...(log.answer({ type: 'text', text }) as object), parentUuid } as Entry)
    }
    for (let number = 0; number < 20; number += 1) write(`Fresh words ${number}.`)
    await page.getByText('Fresh words 19.').waitFor()
    await page.locator('.story-scroll').evaluate(element => element.scrollBy(0, -1500))
    const latest = page.getByRole('button', { name: 'Jump to latest' })
    await latest.waitFor()
    // What came into sight is measured first: the place counts once it has held for half a second.
    let place = await firstInSight(page)
    let since = Date.now()
    await expect
      .poll(
        async () => {
          const before = JSON.stringify(place)
          place = await firstInSight(page)
          if (JSON.stringify(place) !== before) since = Date.now()
          return Date.now() - since
        },
        { timeout: 15_000 },
      )
      .toBeGreaterThan(500)
    for (let number = 20; number < 25; number += 1) write(`Fresh words ${number}.`)
    await page.evaluate('new Promise(done => setTimeout(done, 500))')
    await picture(page, 'new-below')
    expect(await firstInSight(page)).toEqual(place)
    await latest.click()
    await page.getByText('Fresh words 24.').waitFor()
    expect(faults).toEqual([])
  })

  it('opens at the message that a link names', async () => {
    const session = makeLongSession('long', 600)
    const { page } = await visit([session], { hash: `#/session/long/${uuidOf(201)}` })
    await page
      .getByText(/^Question 101:/)
      .first()
      .waitFor()
    const list = page.locator('.story-scroll')
    await list.hover()
    await page.mouse.wheel(0, 100_000)
    await list
      .getByText(/^Question 15\d:/)
      .first()
      .waitFor()
  })

  it('finds in the session', async () => {
    const { page } = await visit([makeLongSession('long', 40)], { hash: '#/session/long' })
    await page.getByText('Answer 40.').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('Question 7:')
    await page.keyboard.press('Enter')
    await page.getByText('1 of 1').waitFor()
    await page
      .getByText(/^Question 7:/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Find in this session').count()).toBe(0)
    // Nothing was written since it was opened: there is no latest to jump to.
    expect(await page.getByRole('button', { name: 'Jump to latest' }).count()).toBe(0)
  })

  it('searches everything and leads to the place', async () => {
    const { page } = await visit([makeLongSession('long', 600)], { hash: '#/search/' })
    await page.getByRole('searchbox', { name: 'Search' }).fill('Question 77:')
    const hit = page.locator('a[data-line]').first()
    await hit.waitFor()
    await checkAccess(page)
    await hit.dblclick()
    await page
      .getByText(/^Question 77:/)
      .first()
      .waitFor()
  })

  it('says that the server is gone, and goes on when it is back', async () => {
    const { page, server, memory } = await visit([makeLongSession('long', 3)], { hash: '#/session/long' })
    await page.getByText('Answer 3.').waitFor()
    await server.die()
    await page.getByRole('alert').getByText('Trying again').waitFor()
    await picture(page, 'server-gone')
    await server.revive()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    const log = createLog('long')
    memory.append('long', {
      ...(log.say('Are you back?') as object),
      uuid: uuidOf(900),
      parentUuid: uuidOf(6),
    } as Entry)
    await page.getByText('Are you back?').waitFor()
  })

  it('says that a session is not there', async () => {
    const { page } = await visit([], { hash: '#/session/nowhere' })
    await page.getByText('No such session', { exact: false }).waitFor()
  })
})
