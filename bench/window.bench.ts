import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { browserPath } from '../scripts/set-up/browser-path.mjs'
import { median, printRow } from './bench-row.ts'
import {
  ask,
  LARGE_BYTES,
  printMemory,
  type Started,
  startServer,
  stop,
  watchMemory,
  writeTree,
} from './window-server.ts'

const ROUNDS = 5
const JUMPS = 20
const WORDS = ['settings', 'value11', 'please', 'file-17']

const executablePath = browserPath()

/** What a person waits for, in a real browser: times from what they do to what they see. */
async function measureWindow(browser: Browser, started: Started): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(60_000)
  const list = await timed(async () => {
    await page.goto(started.url.href)
    await page.locator('.session-row').first().waitFor()
  })
  printRow({
    name: 'window: first list on the screen, 1,004 sessions of 500 MB, page load included',
    value: `${list.toFixed(0)} ms`,
    target: '≤ 1,500 ms (a peer: 41 s to its port alone)',
    pass: list <= 1500,
  })
  await untilIndexed(started)
  const rows = await listRows(started)
  const large = rows.filter(row => row.bytes > LARGE_BYTES / 2)
  const small = rows.filter(row => row.bytes < LARGE_BYTES / 2)
  const opened = await openSessions(page, large)
  const reference = await openSessions(page, small.slice(0, large.length))
  const bytes = await measureBytes(page, large[0])
  printRow({
    name: 'window: first screen of a session of 100 MB, against one of 100 KB',
    value: `${(opened / reference).toFixed(2)} × (${opened.toFixed(0)} ms, ${(bytes / 1024).toFixed(0)} KB sent)`,
    target: '≤ 1.5 ×, ≤ 100 ms, ≤ 200 KB',
    pass: opened <= reference * 1.5 && opened <= 100 && bytes <= 200 * 1024,
  })
  await measureJumps(page, large[0], opened)
  await measureSearch(page)
}

type Row = { readonly id: string; readonly bytes: number }

async function listRows({ url }: Started): Promise<readonly Row[]> {
  const { text } = await ask(url, '/api/sessions')
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

/** The index is made once, aside, and takes its time. */
async function untilIndexed({ url }: Started): Promise<void> {
  for (;;) {
    const { indexedBytes, sourceBytes, isIndexing } = JSON.parse((await ask(url, '/api/search-status')).text)
    if (!isIndexing && indexedBytes >= sourceBytes) return
    process.stderr.write(
      `window: the index is being made, ${Math.floor((indexedBytes / sourceBytes) * 100)} %\n`,
    )
    await setTimeout(5000)
  }
}

/** Opens sessions one after the other from the list, as a click on a row does; the median time. */
async function openSessions(page: Page, rows: readonly Row[]): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const { id } of rows) {
      await toList(page)
      times.push(await showing(page, `#/session/${id}`, '.story-scroll .virtual-line'))
    }
  return median(times)
}

/** To look into answers takes the browser time: not while that is measured. */
async function measureBytes(page: Page, row: Row | undefined): Promise<number> {
  await toList(page)
  const sizeOf = watchBytes(page)
  await showing(page, `#/session/${row?.id}`, '.story-scroll .virtual-line')
  return await sizeOf()
}

async function toList(page: Page): Promise<void> {
  await page.evaluate("location.hash = '#/'")
  await page.locator('.story-scroll').waitFor({ state: 'detached' })
  // A person looks at the list before they click.
  await page.waitForTimeout(300)
}

/** Milliseconds, counted in the page, until something stands on the screen. */
async function showing(page: Page, hash: string, selector: string): Promise<number> {
  return await page.evaluate(`new Promise(resolve => {
    const start = performance.now()
    location.hash = ${JSON.stringify(hash)}
    const look = () => document.querySelector(${JSON.stringify(selector)})
      ? requestAnimationFrame(() => resolve(performance.now() - start)) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  })`)
}

function watchBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  const onResponse = (response: {
    url: () => string
    headers: () => Record<string, string>
    body: () => Promise<Buffer>
  }): void => {
    // Streams go on; what they sent so far is counted by the server's test.
    if (/\/api\/(?:page|outline|turns|entry)/.test(response.url()))
      sizes.push(response.body().then(body => body.length))
  }
  page.on('response', onResponse)
  return async () => {
    await page.waitForTimeout(200)
    page.off('response', onResponse)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }
}

async function measureJumps(page: Page, row: Row | undefined, first: number): Promise<void> {
  if (!row) throw new Error('there is no large session')
  const times: number[] = []
  for (let jump = 1; jump <= JUMPS; jump++) {
    await toList(page)
    const seq = Math.floor((row.bytes / (JUMPS + 1)) * ((jump * 7) % (JUMPS + 1)))
    times.push(await showing(page, `#/session/${row.id}/-/${seq}`, '.story-scroll .virtual-line'))
  }
  const middle = median(times)
  printRow({
    name: 'window: any point of a session of 100 MB, against its end',
    value: `${(middle / first).toFixed(2)} × (median ${middle.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms)`,
    target: '≤ 1.5 ×',
    pass: middle <= first * 1.5,
  })
}

async function measureSearch(page: Page): Promise<void> {
  await page.evaluate("location.hash = '#/search/'")
  const field = page.getByRole('searchbox').last()
  const times: number[] = []
  for (const word of WORDS) {
    await field.fill('')
    await page.locator('main a[data-line]').first().waitFor({ state: 'detached' })
    await field.pressSequentially(word.slice(0, -1), { delay: 30 })
    times.push(
      await timed(async () => {
        await field.pressSequentially(word.slice(-1))
        await page.locator('main a[data-line]').first().waitFor()
      }),
    )
  }
  const middle = median(times)
  printRow({
    name: 'window: search as typed, from the last key to the first hit, 500 MB',
    value: `median ${middle.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`,
    target: 'median ≤ 500 ms',
    pass: middle <= 500,
  })
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const home = mkdtempSync(join(tmpdir(), 'antiphon-bench-'))
if (!executablePath) {
  process.stderr.write('window: there is no Chromium here; set CHROMIUM_PATH\n')
} else {
  try {
    writeTree(join(home, '.claude'))
    const started = await startServer(home)
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    })
    const memory = watchMemory(started.child.pid)
    try {
      await measureWindow(browser, started)
      printMemory('window: the most memory that the server held meanwhile, its workers included', memory())
    } finally {
      await browser.close()
      await stop(started)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
