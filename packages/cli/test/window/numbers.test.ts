import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { answerLine, toText, userLine } from '@antiphon/search/testing/usage/usage-lines'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, readListedRows, setUpWindow } from './window-kit.ts'

const { visit, picture, checkAccess } = setUpWindow()

/** Real sessions of several models and months, with compactions. */
function readFiles(): Readonly<Record<string, Uint8Array>> {
  const names = CORPUS.filter(name =>
    /entireio-cli-(f4237e82|deeac353|5e231473|d88bceb6)|sniffly-d3ad|claude-code-log-cb2e/.test(name),
  )
  return Object.fromEntries(
    names.map((name, index) => [
      `projects/-home-dev-p${index % 3}/${name.replace('.jsonl.gz', '')}.jsonl`,
      readCorpus(name),
    ]),
  )
}

/** Answers of the last days by more models than there are tones. */
function makeFiles(): Readonly<Record<string, string>> {
  const lines = Array.from({ length: 40 }, (_, index) =>
    answerLine({
      id: `a${index}`,
      model: MODELS[(index * 3) % MODELS.length] as string,
      at: new Date(Date.now() - (index % 6) * 86_400_000).toISOString(),
      usage: { input_tokens: 60_000 + 9000 * index, output_tokens: 100 * index },
    }),
  )
  return {
    'projects/-home-dev-harbour/11111111-0000-4000-8000-000000000001.jsonl': toText([
      userLine('Where is the lamp?', new Date().toISOString()),
      ...lines,
    ]),
  }
}

const MODELS = [
  'claude-opus-4-8',
  'claude-sonnet-4-6',
  'claude-haiku-4-5',
  'claude-opus-4-5',
  'claude-sonnet-4-5',
  'claude-opus-4-1',
  'claude-sonnet-4',
  'claude-3-5-haiku',
  'claude-opus-4',
  'nobody-knows-this',
]

/** Words of totals that reach out of their boxes. */
const FIND_CUT_OFF = `[...document.querySelectorAll('.numbers-total')].flatMap(box => {
  const { right } = box.getBoundingClientRect()
  return [...box.querySelectorAll('dt, dd')]
    .filter(words => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return range.getBoundingClientRect().right > right + 0.5
    })
    .map(words => words.textContent)
})`

const tip = (page: Page) => page.locator('.plot-tip')
const cursor = (page: Page) => page.locator('.plot-cursor').first()
const pressed = (page: Page, name: string) => page.getByRole('button', { name, exact: true, pressed: true })
const choose = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

describe.skipIf(IS_SKIPPED)('the usage of real sessions', () => {
  it('opens on a time that has data: totals, bars by pointer, keys and as a table, by group and sorted', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const { page, faults, foreign } = await visit({ files: readFiles(), route: '/numbers' })
    await page.locator('.numbers-totals').waitFor()
    // All of it is older than 30 days.
    await pressed(page, '12 months').or(pressed(page, 'All')).waitFor()
    // What is in them depends on the day; all of it does not.
    await choose(page, 'All')
    await pressed(page, 'All').waitFor()
    await page.locator('.plot-legend button').first().waitFor()
    expect(await page.locator('.numbers-totals').textContent()).toMatch(/Cost, API prices~\$\d/)
    await page.getByText('~ means estimated.').waitFor()
    expect(await page.getByText('List prices of the API as of').count()).toBe(1)
    await picture(page, 'usage-all')
    await page.emulateMedia({ colorScheme: 'dark' })
    await checkAccess(page)
    await picture(page, 'usage-all-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(FIND_CUT_OFF)).toEqual([])

    // What lies within 12 months depends on the day of the test.
    await choose(page, 'All')
    await pressed(page, 'All').waitFor()
    await page.locator('.plot-legend button').first().waitFor()
    await cursor(page).focus()
    const last = await tip(page).textContent()
    await page.keyboard.press('Home')
    expect(await tip(page).textContent()).not.toBe(last)
    expect(await cursor(page).getAttribute('aria-valuetext')).toContain('$')
    await page.keyboard.press('Escape')
    expect(await tip(page).count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('#/usage')

    // A click on a name of the legend shows it alone, and again all.
    const before = await page.locator('.plot-area').count()
    const name = page.locator('.plot-legend button').first()
    await name.click()
    expect(await name.getAttribute('aria-pressed')).toBe('true')
    expect(await page.locator('.plot-area').count()).toBeLessThan(before)
    await name.click()
    expect(await page.locator('.plot-area').count()).toBe(before)

    await choose(page, 'Table')
    expect(
      await page
        .getByRole('table', { name: /^Cost per/ })
        .getByRole('row')
        .count(),
    ).toBeGreaterThan(3)
    await checkAccess(page)
    await choose(page, 'Table')

    // Models have people's names, and a heading sorts.
    const table = page.getByRole('table', { name: 'Grouped by: Model' })
    expect(await table.getByRole('rowheader', { name: /^(Opus|Sonnet|Haiku) \d/ }).count()).toBeGreaterThan(0)
    await table.getByRole('button', { name: 'Answers' }).click()
    expect(await table.getByRole('columnheader', { name: 'Answers' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    const counts = await table.locator('tbody tr td:nth-of-type(4)').allTextContents()
    const numbers = counts.map(text => Number(text.replaceAll(',', '')))
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))

    // The bars follow what the table groups by.
    const names = async (): Promise<string> =>
      ((await page.locator('.plot-legend').textContent()) ?? '').replaceAll(/\s+/g, ' ')
    let known = await names()
    for (const by of ['Project', 'Session', 'Tool'] as const) {
      await choose(page, by)
      await page.getByRole('table', { name: `Grouped by: ${by}` }).waitFor()
      expect(await names()).not.toBe(known)
      known = await names()
      await picture(page, `usage-by-${by.toLowerCase()}`)
    }
    await choose(page, 'Project')
    await page.locator('.table-link').first().click()
    await page.getByRole('table', { name: 'Grouped by: Session' }).waitFor()
    await page.locator('.table-links a').first().click()
    await page.waitForURL(/#\/session\//)
    expect([faults, foreign]).toEqual([[], []])
  })

  it('of one show its context with compactions and a system prompt that stays, and its cache breaks', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const { page, faults } = await visit({ files: readFiles(), context: { colorScheme: 'dark' } })
    const row = (await readListedRows(page)).find(({ sessionId }) => sessionId.includes('f4237e82'))
    const id = row?.id ?? ''
    await page.goto(new URL(`#/usage/${id}`, page.url()).href)
    await page.getByRole('heading', { name: 'Usage of this session' }).waitFor()
    await page.locator('.plot-compaction').first().waitFor()
    await page.locator('.numbers-break').first().waitFor()
    await page.locator('.numbers-totals').waitFor()
    await cursor(page).focus()
    expect(await tip(page).textContent()).toContain('Tool results')
    // What is sent before everything else does not shrink while the session grows.
    const system = new Set<string>()
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key)
      system.add(
        /System prompt, tools(?: \(estimated\))?([\d.,KM]+)/.exec(
          (await tip(page).textContent()) ?? '',
        )?.[1] ?? '',
      )
    }
    expect(system.size).toBe(1)
    await picture(page, 'session-usage-dark')
    await checkAccess(page)
    const target = await page.locator('a.numbers-break').first().getAttribute('href')
    await page.locator('a.numbers-break').first().click()
    await page.waitForURL(/#\/session\//)
    expect(new URL(page.url()).hash).toBe(target)
    expect(faults).toEqual([])
  })

  it('can be read on a phone, in Chinese', { timeout: PAGE_TIMEOUT_MS }, async () => {
    const { page, faults } = await visit({
      files: readFiles(),
      route: '/usage',
      context: { viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true, isMobile: true },
    })
    await choose(page, '全部')
    await page.locator('.numbers-totals').waitFor()
    await page.locator('.plot-drawing').tap()
    await tip(page).waitFor()
    expect(await page.evaluate(FIND_CUT_OFF)).toEqual([])
    await picture(page, 'usage-phone')
    const wide = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(wide).toBeLessThanOrEqual(0)
    await checkAccess(page)
    await page
      .getByRole('group', { name: '分组按' })
      .getByRole('button', { name: '会话', exact: true })
      .click()
    await page.locator('.table-numbers').first().click()
    await page.locator('.numbers-totals').waitFor()
    expect(faults).toEqual([])
  })
})

describe.skipIf(IS_SKIPPED)('usage', () => {
  it('says what it does while it is counted, what went wrong, and that there is nothing', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const { page, faults } = await visit({ files: makeFiles(), route: '/usage' })
    await page.locator('.numbers-totals').waitFor()
    await choose(page, '7 days')
    await page.getByText('All others').first().waitFor()
    await page.getByText('No price is known for nobody-knows-this').waitFor()
    expect(await page.locator('.plot-amount').count()).toBeGreaterThan(3)

    await page.route('**/api/numbers?*', route =>
      route.fulfill({ body: `${JSON.stringify({ kind: 'progress', done: 3, total: 10 })}\n` }),
    )
    await choose(page, 'Tool')
    await page.getByText('Counting: 3 of 10 files').waitFor()
    await page.unroute('**/api/numbers?*')
    await page.route('**/api/numbers?*', route => route.fulfill({ status: 500, body: '{}' }))
    await choose(page, 'Project')
    await page.getByRole('main').getByRole('alert').waitFor()
    await page.unroute('**/api/numbers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('cell', { name: /\$/ }).first().waitFor()

    await choose(page, 'From … to')
    await page.getByLabel('To', { exact: true }).fill('2020-01-02')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByText('Nothing in this time').waitFor()
    await page.getByText(/^The last session was on /).waitFor()
    await choose(page, 'Show when there was')
    await page.locator('.numbers-totals').waitFor()
    expect(faults).toEqual([])

    const empty = await visit({ files: {}, route: '/usage' })
    await empty.page.getByText('Nothing to count yet').waitFor()
    await picture(empty.page, 'usage-nothing')
    await checkAccess(empty.page)
  })
})
