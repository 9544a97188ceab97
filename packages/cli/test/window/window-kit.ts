import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AccessRole } from '@antiphon/host'
import { type RunningServer, type ServerOptions, startServer } from '@antiphon/server'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { type BrowserKit, BUILT_PAGE, setUpBrowser, type WatchedPage } from '../../../web/test/browser-kit.ts'
import { letIn } from '../server-kit.ts'

export { BUILT_PAGE, choose, IS_SKIPPED, PAGE_TIMEOUT_MS } from '../../../web/test/browser-kit.ts'

/** As it is shipped: from its sources each process would first read them all. */
const JOB_PROGRAM = fileURLToPath(new URL('../../bundle/job-program.js', import.meta.url))

export type VisitedWindow = WatchedPage & {
  /** The folder that holds `projects`. */
  readonly root: string
  readonly server: RunningServer
}

export type WindowOptions = {
  /** Files below the root by their paths, such as `projects/-home-me/<uuid>.jsonl`. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** The place in the page, such as `/usage`. */
  readonly route?: string
  readonly context?: BrowserContextOptions
  readonly server?: Partial<ServerOptions>
  /** A named person with this role; whoever has the link unless told. */
  readonly as?: AccessRole
}

export type WindowKit = BrowserKit & {
  /** Opens the real page of the real server over real files. */
  readonly visit: (options: WindowOptions) => Promise<VisitedWindow>
}

/** The window as a person has it, in a browser that lives as long as the tests of a file. */
export function setUpWindow(): WindowKit {
  const kit = setUpBrowser()
  const visited: { readonly server: RunningServer; readonly root: string }[] = []

  afterEach(async () => {
    for (const { server, root } of visited.splice(0)) {
      await server.close()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  async function visit({
    files,
    route = '/',
    context,
    server: wishes,
    as,
  }: WindowOptions): Promise<VisitedWindow> {
    const root = await mkdtemp(join(tmpdir(), 'antiphon-window-'))
    await mkdir(join(root, 'projects'), { recursive: true })
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
    }
    const configFolder = wishes?.configFolder ?? join(root, 'person')
    const server = await startServer({
      roots: [root],
      assets: BUILT_PAGE,
      configFolder,
      jobProgram: JOB_PROGRAM,
      ...wishes,
    })
    visited.push({ server, root })
    const link = as ? `${server.origin}/#token=${await letIn(configFolder, as)}` : server.url
    return { ...(await kit.open(`${link}&route=${route}`, context)), root, server }
  }

  return { ...kit, visit }
}

/** What the server lists, as the page is told it: asked again until the page was let in. */
export async function readListedRows(page: Page): Promise<readonly ListedRow[]> {
  const ask = `fetch('/api/sessions').then(async answer => (answer.ok ? answer.text() : null))`
  for (;;) {
    const text = await page.evaluate<string | null>(ask)
    if (text !== null)
      return text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line))
    await page.waitForTimeout(50)
  }
}

type ListedRow = { readonly id: string; readonly sessionId: string }
