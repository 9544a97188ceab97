import { describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

describe.skipIf(IS_SKIPPED)('the search in the window', { timeout: PAGE_TIMEOUT_MS }, () => {
  const { visit, picture, checkAccess } = setUpWindow()

  it('searches as one types, folds hits by session, and leads to the marked words', async () => {
    const { page, faults } = await visit({ files: makeBirds(), route: '/search/', context: WIDE })
    const field = page.getByRole('searchbox', { name: 'Search all sessions' })
    // An empty field teaches what can be typed.
    await page.getByRole('heading', { name: 'Search everything in your sessions' }).waitFor()
    await page.getByRole('button', { name: 'is:error' }).waitFor()
    await checkAccess(page)
    await field.pressSequentially('hero')
    await page.getByText('34 hits in 2 sessions').waitFor()
    const headings = page.locator('h2 button[aria-expanded]')
    expect(await headings.allInnerTexts()).toEqual([
      expect.stringContaining('Count herons'),
      expect.stringContaining('Why does the heron not fly?'),
    ])
    // Prompts and answers stand before what tools print.
    const hits = page.locator('a[data-line]')
    expect((await hits.allInnerTexts()).map(text => text.split('\n')[0])).toEqual([
      ...['You', 'Answer', 'Answer'],
      ...['You', 'Answer', 'Command'],
    ])
    expect(await hits.first().locator('mark').first().textContent()).toBe('hero')
    await picture(page, 'search')
    await checkAccess(page)
    // All hits can be reached.
    await page.getByRole('button', { name: 'Show 1 more in this session' }).click()
    await page.getByText('heron: no such bird').waitFor()
    // The preview shows what stands around the chosen hit.
    await page.getByText('heron: no such bird').click()
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Because it sleeps.').waitFor()
    await preview.getByText('Ran 1 command').waitFor()
    await preview.getByText('heron: no such bird').waitFor()
    expect(await page.evaluate(`CSS.highlights.get('search-preview')?.size ?? 0`)).toBeGreaterThan(0)
    await checkAccess(page)
    // What a tool printed is opened, and its word marked as the one the reader is at.
    const link = await hits.filter({ hasText: 'no such bird' }).getAttribute('href')
    await page.evaluate(`location.hash = ${JSON.stringify(link)}`)
    await expect.poll(() => page.evaluate(CURRENT_IN_SIGHT), { timeout: 10_000 }).toBe('hero')
    await page.locator('#session').getByText('heron: no such bird').waitFor()
    expect(faults).toEqual([])
  })

  it('shows the first hits before all are counted, and holds them still under the pointer', async () => {
    const { page, faults } = await visit({ files: makeFlock(40), route: '/search/', context: WIDE })
    await page.evaluate(HOLD_THE_COUNT)
    await page.getByRole('searchbox', { name: 'Search all sessions' }).pressSequentially('heron')
    await page.locator('main a[data-line]').first().waitFor()
    const status = page.locator('main [role=status]')
    await expect.poll(() => status.textContent()).toMatch(/^\d+ hits in \d+ sessions so far$/)
    const headings = page.locator('h2 button[aria-expanded]')
    const shown = await headings.allInnerTexts()
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.join()).not.toContain('the best of all')
    await headings.first().hover()
    await page.evaluate('letItCount()')
    await page.getByText('41 hits in 40 sessions').waitFor()
    expect((await headings.allInnerTexts()).slice(0, shown.length)).toEqual(shown)
    // The hand is gone: the best comes first.
    await page.mouse.move(700, 5)
    await expect.poll(() => headings.first().textContent()).toContain('the best of all')
    expect(faults).toEqual([])
  })

  it('narrows by kinds with their numbers, by a menu and by what is typed', async () => {
    const { page, faults } = await visit({ files: makeBirds(), route: '/search/heron', context: WIDE })
    const field = page.getByRole('searchbox', { name: 'Search all sessions' })
    await page.getByText('34 hits in 2 sessions').waitFor()
    await page.getByRole('button', { name: 'Commands 1' }).click()
    await page.getByText('1 hit in 1 session').waitFor()
    // The numbers of the other kinds stay.
    await page.getByRole('button', { name: 'Output 1' }).click()
    await page.getByRole('button', { name: 'Output 1', pressed: true }).click()
    await page.getByText('34 hits in 2 sessions').waitFor()
    await page.getByRole('button', { name: 'Filter:' }).click()
    await page.getByRole('menuitemradio', { name: 'Bash' }).click()
    await page.getByText('2 hits in 1 session').waitFor()
    await picture(page, 'search-filters')
    await checkAccess(page)
    await page.getByRole('button', { name: 'Bash', pressed: true }).click()
    await field.pressSequentially(' tool:Bash ')
    await page.getByText('2 hits in 1 session').waitFor()
    expect(await field.inputValue()).toBe('heron ')
    await page.getByRole('button', { name: 'Bash', pressed: true }).click()
    await page.getByText('34 hits in 2 sessions').waitFor()
    await field.fill('role:nobody')
    await page.getByRole('alert').getByText('role:nobody is none of').waitFor()
    await field.fill('nowhere-at-all')
    await page.getByText('No results for “nowhere-at-all”').waitFor()
    await checkAccess(page)
    expect(faults).toEqual([])
  })

  it('shows nothing of the search before when the field was empty between two', async () => {
    const { page } = await visit({ files: makeBirds(), route: '/search/heron', context: WIDE })
    const field = page.getByRole('searchbox', { name: 'Search all sessions' })
    await page.getByText('34 hits in 2 sessions').waitFor()
    await field.fill('')
    await page.getByRole('heading', { name: 'Search everything in your sessions' }).waitFor()
    await page.route('**/api/search/sessions**', () => undefined)
    await field.fill('zebra')
    await page.getByText('Searching…').waitFor()
    expect(await page.locator('a[data-line]').count()).toBe(0)
  })

  it('comes back to the place and the choice that a hit was opened from', async () => {
    const { page, faults } = await visit({ files: makeBirds(), route: '/search/heron', context: WIDE })
    await page.getByRole('button', { name: 'Show 27 more in this session' }).click()
    await page.getByRole('button', { name: /27 more in this session/ }).waitFor({ state: 'detached' })
    const list = page.getByRole('region', { name: 'Results' })
    await page.getByRole('searchbox', { name: 'Search all sessions' }).press('ArrowDown')
    for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowDown')
    const chosen = page.locator('a[data-line][aria-current]')
    const words = await chosen.textContent()
    const top = await list.evaluate(element => element.scrollTop)
    expect(top).toBeGreaterThan(300)
    await page.keyboard.press('Enter')
    await page.getByText(/^\d+ of 30$/).waitFor()
    // The hit is marked as the one the reader is at, and in sight.
    await expect.poll(() => page.evaluate(CURRENT_IN_SIGHT), { timeout: 10_000 }).toBe('heron')
    await page.goBack()
    await page.locator('a[data-line][aria-current]:focus').waitFor()
    expect(await chosen.textContent()).toBe(words)
    expect(Math.abs((await list.evaluate(element => element.scrollTop)) - top)).toBeLessThan(60)
    // `o` opens as Enter does.
    await page.keyboard.press('o')
    await page.getByText(/^\d+ of 30$/).waitFor()
    expect(faults).toEqual([])
  })

  it('opens a hit by a touch on a phone, and scrolls nothing sideways', async () => {
    const { page } = await visit({ files: makeBirds(), route: '/search/heron', context: PHONE })
    await page.getByText('34 hits in 2 sessions').waitFor()
    expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await picture(page, 'search-phone')
    await page.locator('a[data-line]').first().click()
    await page.getByText(/^\d+ of \d+$/).waitFor()
  })

  it('has a list beside it that keeps the place of a reader who has only a keyboard', async () => {
    const names = Array.from({ length: 80 }, (_, index) => uuidOf(index + 1))
    const files = names.map((name, index) => {
      const log = createLog(name)
      log.say(`Talk ${index}`)
      log.answer({ type: 'text', text: 'Yes.' })
      return [`projects/-home-me/${name}.jsonl`, toLines(log.entries)]
    })
    const { page, faults } = await visit({ files: Object.fromEntries(files), route: '/' })
    const rows = page.locator('.session-row')
    const focus = (id: string | null): Promise<void> =>
      page.locator(`.session-row[data-session="${id}"]:focus`).waitFor()
    await page.getByText('80 sessions').waitFor()
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('j')
    const fourth = await rows.nth(3).getAttribute('data-session')
    await focus(fourth)
    await page.keyboard.press('Enter')
    await page.locator('.item', { hasText: 'Yes.' }).waitFor()
    await page.keyboard.press('Escape')
    await focus(fourth)
    await page.keyboard.press('j')
    const fifth = await rows.nth(4).getAttribute('data-session')
    await focus(fifth)
    // The filter gives back what it took.
    await page.keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await page.keyboard.type('Talk 7')
    await page.getByText(/^\d+ of 80 sessions/).waitFor()
    await page.keyboard.press('Escape')
    await focus(fifth)
    // A link leads to a session, and the list to its row.
    await page.keyboard.press('G')
    const last = page.locator(`.session-row:focus:not([data-session="${fifth}"])`)
    await last.waitFor()
    const far = await last.getAttribute('data-session')
    await page.evaluate(`location.hash = '#/session/${far}'`)
    await page.locator('.item', { hasText: 'Yes.' }).waitFor()
    await page.reload()
    await page.locator(`.session-row[data-session="${far}"][aria-current="page"]`).waitFor()
    const box = await page.locator(`.session-row[data-session="${far}"]`).boundingBox()
    expect(box?.y).toBeLessThan(800)
    await picture(page, 'list-deep-link')
    await checkAccess(page)
    expect(faults).toEqual([])
  })
})

const WIDE = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 } }

/** The word that is marked as the one the reader is at; empty unless it is in sight. */
const CURRENT_IN_SIGHT = `(() => {
  const [range] = CSS.highlights.get('found-current') ?? []
  const view = document.querySelector('.story-scroll')?.getBoundingClientRect()
  const box = range?.getBoundingClientRect()
  return box && view && box.height > 0 && box.top >= view.top && box.bottom <= view.bottom ? String(range).toLowerCase() : ''
})()`

/** Lets the page have the first news of a search, and the rest when `letItCount` is called. */
const HOLD_THE_COUNT = `(() => {
  const counted = new Promise(resolve => { window.letItCount = resolve })
  const ask = window.fetch
  window.fetch = async (...question) => {
    const answer = await ask(...question)
    if (!answer.url.includes('/api/search/sessions')) return answer
    const decoder = new TextDecoder()
    let isFirst = true
    return new Response(answer.body.pipeThrough(new TransformStream({
      async transform(bytes, out) {
        const text = decoder.decode(bytes, { stream: true })
        const end = text.indexOf('\\n', text.indexOf('"kind":"total"')) + 1
        if (isFirst && text.includes('"kind":"total"')) {
          isFirst = false
          out.enqueue(new TextEncoder().encode(text.slice(0, end)))
          await counted
          out.enqueue(new TextEncoder().encode(text.slice(end)))
        } else out.enqueue(bytes)
      },
    })))
  }
})()`

/** Sessions with a heron each, from the newest on; the oldest has one in its title, too. */
function makeFlock(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => {
      const log = createLog(`flock-${number}`)
      const isOldest = number === count - 1
      log.say(isOldest ? 'A heron, the best of all' : `Look at number ${number}`)
      log.answer({ type: 'text', text: `A heron at pond ${number}.` })
      const day = new Date(Date.UTC(2026, 9, 28) - number * 3_600_000).toISOString()
      const entries = log.entries.map(entry => ({ ...entry, timestamp: day }))
      return [`projects/-home-me/${uuidOf(100 + number)}.jsonl`, toLines(entries)]
    }),
  )
}

/** A session about a heron, and one that counts thirty of them. */
function makeBirds(): Readonly<Record<string, string>> {
  const log = createLog('tools')
  log.say('Why does the heron not fly?')
  log.answer({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls heron' } })
  log.result('t1', 'first line\nheron: no such bird\nlast line')
  log.answer({ type: 'text', text: 'Because it sleeps. A heron sleeps at night.' })
  const counted = createLog('count')
  counted.say('Count herons')
  for (let bird = 0; bird < 29; bird += 1)
    counted.answer({ type: 'text', text: `Heron number ${bird}.\n\n${'It stands in the water. '.repeat(9)}` })
  return {
    [`projects/-home-me/${uuidOf(1)}.jsonl`]: toLines(log.entries),
    [`projects/-home-me/${uuidOf(2)}.jsonl`]: toLines(counted.entries),
  }
}

function toLines(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify({ cwd: '/home/me', ...(entry as object) })}\n`).join('')
}
