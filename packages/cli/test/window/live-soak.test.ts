import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { BUILT_PAGE, IS_SKIPPED, setUpWindow } from './window-kit.ts'

const IS_LONG = process.env.SOAK === '1'
const SECONDS = IS_LONG ? 600 : 10
const PER_SECOND = 200
/** The promise. */
const LATEST_MS = 300
/** In the short run the machine does many other things, and a line may wait for them; in the long one hardly any may. */
const SLACK_MS = 2700
const MOST_LATE = IS_LONG ? 0.001 : 1
/** By then the page holds as much as it ever will. */
const SETTLED_LINES = IS_LONG ? 12_000 : 1400
const LOG = 'projects/-home-me/00000000-0000-4000-8000-00000000feed.jsonl'
const FIRST =
  '{"type":"user","message":{"role":"user","content":"It begins."},"uuid":"ffffffff-ffff-4fff-8fff-ffffffffffff","parentUuid":null,"timestamp":"2026-11-15T08:00:00.000Z","sessionId":"soak","cwd":"/home/me"}\n'

describe.skipIf(IS_SKIPPED)('a session that is written fast', { timeout: (SECONDS + 120) * 1000 }, () => {
  const { visit, open } = setUpWindow()
  const writers: ChildProcess[] = []
  afterEach(() => {
    for (const writer of writers.splice(0)) writer.kill()
  })

  function write(root: string, seconds: number): ChildProcess {
    const args = [APPEND, join(root, LOG), String(PER_SECOND), String(seconds)]
    const writer = spawn(process.execPath, ['--import', 'tsx', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    writers.push(writer)
    return writer
  }

  it('does not pull back a reader who turns up a little, and takes them along from the end again', async () => {
    const { page, root } = await visit({ files: { [LOG]: FIRST } })
    await page.getByText('It begins.').first().click()
    await page.locator('.story-scroll').getByText('It begins.').waitFor()
    await page.evaluate(WATCH)
    const ended = once(write(root, 6), 'exit')
    await waitForLines(page, 200)
    await page.locator('.story-scroll').hover()
    for (let turns = 0; turns < 12; turns += 1) await page.mouse.wheel(0, -12)
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
    const place = async (): Promise<number> => {
      const { number } = await page.evaluate<{ number: number }>(FIRST_IN_SIGHT)
      return number
    }
    const before = await place()
    await ended
    expect(await place()).toBe(before)
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await waitForLines(page, 6 * PER_SECOND)
  })

  it('shows every line at once, and takes no more memory for it', async () => {
    const root = await mkdtemp(join(tmpdir(), 'antiphon-soak-'))
    await mkdir(dirname(join(root, LOG)), { recursive: true })
    await writeFile(join(root, LOG), FIRST)
    const server = fork(SERVE, [root, BUILT_PAGE], { execArgv: SERVE_FLAGS })
    writers.push(server)
    const [{ url }] = await once(server, 'message')
    const { page, faults } = await open(url)
    await page.getByText('It begins.').first().click()
    await page.locator('.story-scroll').getByText('It begins.').waitFor()
    await page.evaluate(WATCH)
    const ended = once(write(root, SECONDS), 'exit')
    await waitForLines(page, SETTLED_LINES)
    const before = await measure(page, server)
    await ended
    const all = PER_SECOND * SECONDS
    await waitForLines(page, all)
    const after = await measure(page, server)
    const { gaps, seen } = await page.evaluate<Watched>('window.readWatched()')
    const delays = computeDelays(await readWritten(join(root, LOG)), seen)
    await rm(root, { recursive: true, force: true })
    const [median, worst] = [delays[delays.length >> 1] ?? 0, delays.at(-1) ?? 0]
    const late = delays.filter(delay => delay > LATEST_MS).length
    console.log(
      `live: ${all} lines, median ${median} ms, worst ${worst} ms, ${late} later than ${LATEST_MS} ms; page ${before.page} → ${after.page} MB, ${before.nodes} → ${after.nodes} nodes, server ${before.server} → ${after.server} MB`,
    )
    expect(delays).toHaveLength(all)
    expect(gaps).toEqual([])
    expect(median).toBeLessThan(IS_LONG ? LATEST_MS : LATEST_MS + SLACK_MS)
    expect(worst).toBeLessThan(LATEST_MS + SLACK_MS)
    expect(late / all).toBeLessThanOrEqual(MOST_LATE)
    expect(after.page - before.page).toBeLessThan(MOST_GROWTH_MB)
    expect(after.server - before.server).toBeLessThan(MOST_GROWTH_MB)
    expect(after.nodes).toBeLessThan(before.nodes * 2)
    expect(faults).toEqual([])
  })
})

const FIRST_IN_SIGHT = `(() => {
  const { top } = document.querySelector('.story-scroll').getBoundingClientRect()
  const lines = [...document.querySelectorAll('.story-scroll .virtual-line')]
  const first = lines.filter(line => line.getBoundingClientRect().bottom > top + 1)
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0]
  return { number: Number(/line (\\d+) at/.exec(first.textContent)?.[1] ?? -1) }
})()`

const APPEND = fileURLToPath(new URL('./append-lines.ts', import.meta.url))
const SERVE = fileURLToPath(new URL('./serve-window.ts', import.meta.url))
const SERVE_FLAGS = ['--expose-gc', '--conditions=@antiphon/source', '--import', 'tsx']
const MOST_GROWTH_MB = 6

type Watched = {
  /** Drawn lines that do not follow each other. */
  readonly gaps: readonly string[]
  /** When a line was the last that was drawn; those before it stand above it. */
  readonly seen: readonly (readonly [line: number, at: number])[]
}

/** Notes in the page which lines are drawn, and when. */
const WATCH = `(() => {
  const gaps = []
  const seen = [[-1, 0]]
  new MutationObserver(() => {
    const text = document.querySelector('.story-scroll')?.textContent ?? ''
    const numbers = [...text.matchAll(/line (\\d+) at \\d+\\./g)].map(([, number]) => Number(number))
    numbers.sort((one, other) => one - other)
    // What a call gave is folded; every other line follows the one before it.
    const isFolded = number => number % 5 === 2
    numbers.filter(number => !isFolded(number)).forEach((number, index, drawn) => {
      const next = index > 0 && drawn[index - 1] + (isFolded(drawn[index - 1] + 1) ? 2 : 1)
      if (index > 0 && number !== next) gaps.push(drawn[index - 1] + ' ' + number)
    })
    const last = numbers.at(-1) ?? -1
    if (last > seen.at(-1)[0]) seen.push([last, Date.now()])
  }).observe(document.querySelector('.story'), { subtree: true, childList: true, characterData: true })
  window.lastLine = () => seen.at(-1)[0]
  window.readWatched = () => ({ gaps: gaps.slice(0, 20), seen: seen.slice(1) })
})()`

async function readWritten(path: string): Promise<readonly number[]> {
  const text = await readFile(path, 'utf8')
  return Array.from(text.matchAll(/line \d+ at (\d+)\./g), ([, at]) => Number(at))
}

/** How long each line took from the file to the screen, the shortest first; lines that never came are left out. */
function computeDelays(written: readonly number[], seen: Watched['seen']): readonly number[] {
  let next = 0
  const delays = written.flatMap((at, line) => {
    while ((seen[next]?.[0] ?? Number.POSITIVE_INFINITY) < line) next += 1
    const shown = seen[next]
    return shown ? [shown[1] - at] : []
  })
  return delays.sort((one, other) => one - other)
}

async function waitForLines(page: Page, lines: number): Promise<void> {
  const isThere = async (): Promise<boolean> => await page.evaluate(`window.lastLine() >= ${lines - 1}`)
  await expect.poll(isThere, { timeout: (SECONDS + 60) * 1000, interval: 200 }).toBe(true)
}

type Memory = { readonly page: number; readonly nodes: number; readonly server: number }

/** What is held once everything that nobody needs is gone, in megabytes. */
async function measure(page: Page, server: ChildProcess): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  const memory = await measurePage(session)
  await session.detach()
  server.send('measure')
  const [{ megabytes }] = await once(server, 'message')
  return { ...memory, server: Math.round(megabytes * 100) / 100 }
}

async function measurePage(session: CDPSession): Promise<Pick<Memory, 'page' | 'nodes'>> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { page: toMegabytes(usedSize), nodes }
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 10_000) / 100
}
