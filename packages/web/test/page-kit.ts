import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { type BrowserKit, BUILT_PAGE, setUpBrowser, type WatchedPage } from './browser-kit.ts'
import { type FakeServer, startFakeServer } from './fake-server.ts'
import { createMemorySessions, type MemorySession, type MemorySessions } from './memory-sessions.ts'

export type Watched = WatchedPage & { readonly memory: MemorySessions; readonly server: FakeServer }

export type VisitOptions = {
  readonly hash?: string
  readonly context?: BrowserContextOptions
  readonly pageSize?: number
}

export type PageKit = Omit<BrowserKit, 'open'> & {
  /** Opens the page over sessions in memory. */
  readonly visit: (sessions: readonly MemorySession[], options?: VisitOptions) => Promise<Watched>
}

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })
export const rows = (page: Page): Locator => page.locator('.session-row')

/** The page over sessions in memory, in a browser that lives as long as the tests of a file. */
export function setUpPage(): PageKit {
  const { open, ...kit } = setUpBrowser()
  const servers: FakeServer[] = []

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close().catch(() => undefined)
  })

  async function visit(sessions: readonly MemorySession[], options: VisitOptions = {}): Promise<Watched> {
    const memory = createMemorySessions(sessions, options.pageSize)
    const server = await startFakeServer(BUILT_PAGE, memory)
    servers.push(server)
    return { ...(await open(`${server.origin}/${options.hash ?? ''}`, options.context)), memory, server }
  }

  return { ...kit, visit }
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
