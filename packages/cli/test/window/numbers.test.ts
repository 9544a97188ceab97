import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { answerLine, toText, userLine } from '@antiphon/search/testing/usage/usage-lines'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { IS_SKIPPED, PAGE_TIMEOUT_MS, setUpWindow } from './window-kit.ts'

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

/** Words of totals and choices that reach out of their boxes. */
const FIND_CUT_OFF = `[...document.querySelectorAll('.numbers-total, .numbers-segments')].flatMap(box => {
  const { right } = box.getBoundingClientRect()
  return [...box.querySelectorAll('dt, dd, dd .fine, label span')]
    .filter(words => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return range.getBoundingClientRect().right > right + 0.5
    })
    .map(words => words.textContent)
})`

const tip = (page: Page) => page.locator('.plot-tip')
const cursor = (page: Page) => page.locator('.plot-cursor').first()

describe.skipIf(IS_SKIPPED)('the numbers of real sessions', () => {
  it('are seen as totals, as bars that can be read by pointer, keys and as a table, and by group', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const window = await visit({ files: readFiles(), route: '/numbers' })
    const { page, faults, foreign } = window
    await page.getByText('No answers in this time').waitFor()
    await picture(page, 'numbers-empty-period')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('.numbers-totals').waitFor()
    expect(await page.locator('.numbers-totals').textContent()).toMatch(/Cost≥ \$\d/)
    expect(await page.getByText('List prices of the API as of').count()).toBe(1)
    await picture(page, 'numbers-all')
    await page.emulateMedia({ colorScheme: 'dark' })
    await checkAccess(page)
    await picture(page, 'numbers-all-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    // Grouped by day, drawn by week: it says why.
    await page.getByText('There are too many days to draw: a bar is a week.').waitFor()
    await page.setViewportSize({ width: 280, height: 700 })
    expect(await page.evaluate(FIND_CUT_OFF)).toEqual([])
    await picture(page, 'numbers-narrow')
    await page.setViewportSize({ width: 1280, height: 800 })

    await cursor(page).focus()
    const last = await tip(page).textContent()
    await page.keyboard.press('Home')
    const first = await tip(page).textContent()
    expect(first).not.toBe(last)
    expect(await cursor(page).getAttribute('aria-valuetext')).toContain('$')
    await picture(page, 'numbers-tip')
    await page.keyboard.press('Escape')
    expect(await tip(page).count()).toBe(0)
    expect(new URL(page.url()).hash).toBe('#/usage')
    await page.locator('.plot-drawing').hover()
    await tip(page).waitFor()
    await page.mouse.move(0, 0)

    await page.getByRole('button', { name: 'As a table' }).click()
    const table = page.getByRole('table', { name: 'Cost per week' })
    expect(await table.getByRole('row').count()).toBeGreaterThan(3)
    await picture(page, 'numbers-bars-table')
    await checkAccess(page)
    await page.getByRole('button', { name: 'As a table' }).click()

    await page.getByRole('radio', { name: 'Tokens' }).click()
    await page.getByRole('combobox', { name: 'Stacked by' }).selectOption('project')
    await page.getByRole('heading', { name: 'Tokens per week' }).waitFor()
    for (const [by, heading] of [
      ['model', 'Model'],
      ['tool', 'Tool'],
      ['week', 'Week'],
      ['project', 'Project'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Grouped by' }).selectOption(by)
      await page.getByRole('columnheader', { name: heading, exact: true }).waitFor()
      await picture(page, `numbers-by-${by}`)
    }
    await page.locator('.table-link').first().click()
    await page.getByRole('columnheader', { name: 'Session', exact: true }).waitFor()
    await page.getByRole('button', { name: /Only/ }).waitFor()
    await picture(page, 'numbers-by-session')
    await page.locator('.table-links a').first().click()
    await page.locator('.story').waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#\/session\//)
    expect(faults).toEqual([])
    expect(foreign).toEqual([])
  })

  it('of one show its context with compactions, and its cache breaks lead to their answers', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const { page, faults } = await visit({ files: readFiles(), context: { colorScheme: 'dark' } })
    const row = page.locator('.session-row', { hasText: '$' }).first()
    await row.waitFor()
    await picture(page, 'sessions-cost')
    await page.locator('.session-row .row-cost').first().waitFor()
    const href = await page.evaluate<string>(
      `fetch('/api/sessions').then(answer => answer.text()).then(text =>
          text.trim().split('\\n').map(JSON.parse).find(row => row.sessionId.includes('f4237e82')).id)`,
    )
    await page.goto(new URL(`#/session/${href}`, page.url()).href)
    await page.getByRole('link', { name: 'Numbers', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Numbers of this session' }).waitFor()
    await page.locator('.plot-compaction').first().waitFor()
    await page.locator('.numbers-break').first().waitFor()
    await page.locator('.numbers-totals').waitFor()
    await cursor(page).focus()
    expect(await tip(page).textContent()).toContain('Tool results')
    await picture(page, 'session-numbers-dark')
    await page.locator('.plot-context').scrollIntoViewIfNeeded()
    await checkAccess(page)
    await page.locator('a.numbers-break').first().scrollIntoViewIfNeeded()
    await picture(page, 'session-numbers-breaks')
    const target = await page.locator('a.numbers-break').first().getAttribute('href')
    await page.locator('a.numbers-break').first().click()
    await page.locator('.story').waitFor()
    expect(new URL(page.url()).hash).toBe(target)
    await page.locator('.item').first().waitFor()
    await picture(page, 'numbers-jump')
    const seq = target?.split('/').at(-1)
    await page.locator(`.virtual-line[data-key^="${seq}."]`).first().waitFor()
    expect(faults).toEqual([])
  })

  it('can be read on a phone, in Chinese', { timeout: PAGE_TIMEOUT_MS }, async () => {
    const window = await visit({
      files: readFiles(),
      route: '/numbers',
      context: { viewport: { width: 390, height: 844 }, locale: 'zh-CN', hasTouch: true, isMobile: true },
    })
    const { page, faults } = window
    await page.getByRole('radio', { name: '全部' }).click()
    await page.locator('.numbers-totals').waitFor()
    await page.locator('.plot-drawing').tap()
    await tip(page).waitFor()
    expect(await page.evaluate(FIND_CUT_OFF)).toEqual([])
    await picture(page, 'numbers-phone')
    const wide = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(wide).toBeLessThanOrEqual(0)
    await page.locator('.table').last().scrollIntoViewIfNeeded()
    await picture(page, 'numbers-phone-table')
    await checkAccess(page)
    await page.getByRole('combobox', { name: '分组按' }).selectOption('session')
    await page.locator('.table-numbers').first().click()
    await page.locator('path.plot-area').first().waitFor()
    await page.locator('.numbers-totals').waitFor()
    await picture(page, 'session-numbers-phone')
    expect(faults).toEqual([])
  })
})

describe.skipIf(IS_SKIPPED)('numbers', () => {
  it('say what they do while they are counted, what went wrong, and that there is nothing', {
    timeout: PAGE_TIMEOUT_MS,
  }, async () => {
    const window = await visit({ files: makeFiles(), route: '/numbers' })
    const { page, faults } = window
    await page.locator('.numbers-totals').waitFor()
    expect(await page.locator('.row-cost').textContent()).toMatch(/\$\d/)
    await page.getByRole('radio', { name: '7 days' }).click()
    await page.getByText('All others').first().waitFor()
    await page.getByText('No price is known for nobody-knows-this').waitFor()
    expect(await page.locator('.plot-amount').count()).toBeGreaterThan(3)
    await cursor(page).focus()
    await picture(page, 'numbers-few')
    await page.keyboard.press('Escape')

    await page.route('**/api/numbers?*', route =>
      route.fulfill({ body: `${JSON.stringify({ kind: 'progress', done: 3, total: 10 })}\n` }),
    )
    await page.getByRole('combobox', { name: 'Grouped by' }).selectOption('tool')
    await page.getByText('Counting: 3 of 10 files').waitFor()
    await picture(page, 'numbers-progress')
    await page.unroute('**/api/numbers?*')
    await page.route('**/api/numbers?*', route => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('combobox', { name: 'Grouped by' }).selectOption('model')
    await page.getByRole('alert').filter({ hasText: 'could not answer' }).waitFor()
    await picture(page, 'numbers-failure')
    await page.unroute('**/api/numbers?*')
    await page.route('**/api/numbers?*', route => route.fulfill({ body: '{"kind":"of-tomorrow"}\n' }))
    await page.getByRole('combobox', { name: 'Grouped by' }).selectOption('week')
    await page.getByRole('alert').filter({ hasText: 'another version' }).waitFor()
    await page.unroute('**/api/numbers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('cell', { name: /\$/ }).first().waitFor()

    await page.getByRole('radio', { name: 'From … to' }).click()
    await page.getByLabel('To', { exact: true }).fill('2020-01-02')
    await page.getByLabel('From', { exact: true }).fill('2020-01-01')
    await page.getByText('No answers in this time').waitFor()
    expect(faults).toEqual([])

    const empty = await visit({ files: {}, route: '/numbers' })
    await empty.page.getByRole('radio', { name: 'All' }).click()
    await empty.page.getByText('Nothing to count yet').waitFor()
    await picture(empty.page, 'numbers-nothing')
    await checkAccess(empty.page)
  })
})
