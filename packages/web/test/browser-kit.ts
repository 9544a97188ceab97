import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { browserPath } from '../../../scripts/set-up/browser-path.mjs'

const BROWSER = browserPath()
const AXE = fileURLToPath(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url))
/** Set it to keep pictures of what the tests see. */
const PICTURES = process.env.PAGE_PICTURES
const IS_QUICK = process.env.QUICK === '1'

/** True where the page cannot or need not be opened; says why. */
export const IS_SKIPPED: boolean = IS_QUICK || !BROWSER
if (IS_QUICK) console.warn('the page in Chromium: skipped, since it takes minutes; `npm test` runs it')
else if (!BROWSER) console.warn('the page in Chromium: skipped, there is none; set CHROMIUM_PATH')

export const PAGE_TIMEOUT_MS: number = 300_000

/** The folder of the built page, which is built before all tests; PAGE_FOLDER names another one. */
export const BUILT_PAGE: string =
  process.env.PAGE_FOLDER ?? fileURLToPath(new URL('../dist', import.meta.url))

export type WatchedPage = {
  readonly page: Page
  /** Errors, dialogs and breaches of the policy. */
  readonly faults: string[]
  /** Requests to anywhere but the server. */
  readonly foreign: string[]
}

export type BrowserKit = {
  /** Opens an address of a server and notes whatever the page should not do. */
  readonly open: (url: string, options?: BrowserContextOptions) => Promise<WatchedPage>
  readonly picture: (page: Page, name: string) => Promise<void>
  readonly checkAccess: (page: Page) => Promise<void>
}

/** Does what the palette offers for some words, wherever the page is: its theme, its language. */
export async function choose(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search or jump|搜索或跳转/ }).fill(words)
  const actions = page.getByRole('group', { name: /^(Actions|操作)$/ })
  await actions.getByRole('option', { name: words }).first().click()
}

/** One for all files that share a worker: it ends with the worker, whose pipe it listens to. */
let launched: Promise<Browser> | undefined

async function launch(): Promise<Browser> {
  const running = await launched?.catch(() => undefined)
  if (running?.isConnected()) return running
  launched = chromium.launch({
    executablePath: BROWSER as string,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  return await launched
}

/** Has a browser for the tests of a file, and closes its pages behind each. */
export function setUpBrowser(): BrowserKit {
  let browser: Browser
  const pages: Page[] = []

  beforeAll(async () => {
    if (PICTURES) await mkdir(PICTURES, { recursive: true })
    browser = await launch()
  })

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close()
  })

  async function open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const { origin } = new URL(url)
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    pages.push(page)
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
      const asked = request.url()
      if (!asked.startsWith(origin) && !asked.startsWith('data:')) foreign.push(asked)
    })
    await page.goto(url)
    return { page, faults, foreign }
  }

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) })
  }

  async function checkAccess(page: Page): Promise<void> {
    // Injected from outside, so the page's policy does not apply to it.
    if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(await readFile(AXE, 'utf8'))
    const violations = await page.evaluate<string[]>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(found => found.violations.map(
        one => one.id + ': ' + one.nodes.slice(0, 3).map(node => node.html.slice(0, 200) + ' ' + node.failureSummary).join(' | ')))`,
    )
    expect(violations).toEqual([])
  }

  return { open, picture, checkAccess }
}
