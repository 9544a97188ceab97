import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createMemoryBackend, type MemoryBackend, type MemorySession } from '../src/backend/memory-backend.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .concat(process.env.CHROMIUM_PATH ?? [])
  .find(path => existsSync(path))
const AXE = fileURLToPath(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url))
/** Set it to keep pictures of what the tests see. */
const PICTURES = process.env.PAGE_PICTURES
const IS_QUICK = process.env.QUICK === '1'

/** True where the page cannot or need not be opened; says why. */
export const IS_SKIPPED: boolean = IS_QUICK || !BROWSER
if (IS_QUICK) console.warn('the page in Chromium: skipped, since it takes minutes; `npm test` runs it')
else if (!BROWSER) console.warn('the page in Chromium: skipped, there is none; set CHROMIUM_PATH')

export const PAGE_TIMEOUT_MS: number = 300_000

export type Watched = {
  page: Page
  backend: MemoryBackend
  server: FakeServer
  faults: string[]
  foreign: string[]
}

export type VisitOptions = {
  readonly hash?: string
  readonly context?: BrowserContextOptions
  readonly pageSize?: number
}

export type PageKit = {
  /** Opens the page over sessions and notes whatever it should not do. */
  readonly visit: (sessions: readonly MemorySession[], options?: VisitOptions) => Promise<Watched>
  readonly picture: (page: Page, name: string) => Promise<void>
  readonly checkAccess: (page: Page) => Promise<void>
}

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })
export const rows = (page: Page): Locator => page.locator('.session-row')

/** Builds the page and starts a browser before the tests of a file, and ends both behind them. */
export function setUpPage(): PageKit {
  let folder: string
  let browser: Browser
  const open: { server: FakeServer; page: Page }[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antiphon-page-'))
    if (PICTURES) await mkdir(PICTURES, { recursive: true })
    const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
    await build({ configFile, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
    browser = await chromium.launch({
      executablePath: BROWSER as string,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
  })

  afterEach(async () => {
    for (const { server, page } of open.splice(0)) {
      await page.context().close()
      await server.close().catch(() => undefined)
    }
  })

  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Opens the page over sessions and notes whatever it should not do. */
  async function visit(sessions: readonly MemorySession[], options: VisitOptions = {}): Promise<Watched> {
    const backend = createMemoryBackend(sessions, options.pageSize)
    const server = await startFakeServer(folder, backend)
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options.context,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    open.push({ server, page })
    const faults: string[] = []
    const foreign: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    page.on('dialog', dialog => {
      faults.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', message => {
      if (/Content Security Policy|violat/i.test(message.text())) faults.push(message.text())
    })
    page.on('request', request => {
      const url = request.url()
      if (!url.startsWith(server.origin) && !url.startsWith('data:')) foreign.push(url)
    })
    await page.goto(`${server.origin}/${options.hash ?? ''}`)
    return { page, backend, server, faults, foreign }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }

  async function checkAccess(page: Page): Promise<void> {
    // Injected from outside, so the page's policy does not apply to it.
    await page.evaluate(await readFile(AXE, 'utf8'))
    const violations = await page.evaluate<string[]>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(found => found.violations.map(
        one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | ')))`,
    )
    expect(violations).toEqual([])
  }

  return { visit, picture, checkAccess }
}

/** The first exchange in sight: its number and where it stands. */
export async function firstInSight(page: Page): Promise<{ number: number; top: number }> {
  return await page.evaluate(`(() => {
    const top = document.querySelector('.story-scroll').getBoundingClientRect().top
    for (const line of document.querySelectorAll('.story-scroll .virtual-line')) {
      const box = line.getBoundingClientRect()
      const number = /(?:Question|Answer|words) (\\d+)/.exec(line.textContent)
      if (box.bottom > top && number) return { number: Number(number[1]), top: Math.round(box.top) }
    }
    return { number: -1, top: 0 }
  })()`)
}
