import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'
import { playClaude } from '../play-claude.ts'
import type { VisitedWindow, WindowKit, WindowOptions } from './window-kit.ts'

/** A folder to work in, a folder of sessions, and the window over both. */
export type ChatPlace = VisitedWindow & {
  readonly folder: string
  readonly sessions: string
  readonly simulator: Simulator | null
  /** The entries of the only session, or of the newest. */
  readonly readLog: () => Promise<readonly Readonly<Record<string, unknown>>[]>
}

export type ChatPlaceOptions = Pick<WindowOptions, 'route' | 'context'> & {
  /** What the model says; the demo model without it. */
  readonly replies?: readonly ScriptReply[]
  /** Files of the folder to work in. */
  readonly project?: Readonly<Record<string, string>>
  /** Logs by their paths below the folder of sessions; the folder to work in stands for `{folder}`. */
  readonly logs?: Readonly<Record<string, string>>
  /** Whether a `claude` is installed, which our own executable plays. */
  readonly hasClaude?: boolean
  /** A real `claude` instead; the simulator is its model. */
  readonly claude?: string
}

/** Opens the window over a place of its own; what was made is gone behind each test. */
export function setUpChatPlaces({ visit }: WindowKit): (options?: ChatPlaceOptions) => Promise<ChatPlace> {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0)) await end()
  })

  return async ({
    route = '/chat',
    context,
    replies,
    project = {},
    logs = {},
    hasClaude = false,
    claude,
  } = {}) => {
    const base = await mkdtemp(join(tmpdir(), 'antiphon-talk-'))
    ends.push(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
    const [folder, sessions] = [join(base, 'project'), join(base, 'config')]
    await write(folder, { 'README.md': '# Harbour\n', ...project })
    await write(
      sessions,
      Object.fromEntries(
        Object.entries(logs).map(([path, text]) => [path, text.replaceAll('{folder}', folder)]),
      ),
    )
    await mkdir(join(sessions, 'projects'), { recursive: true })
    const simulator =
      replies || claude !== undefined
        ? await startSimulator(replies ? { model: createScriptModel(replies) } : {})
        : null
    if (simulator) ends.push(() => simulator.close())
    const env = {
      HOME: join(base, 'home'),
      PATH: process.env.PATH ?? '',
      CLAUDE_CONFIG_DIR: sessions,
      // Never the one of this machine.
      ANTIPHON_CLAUDE: claude ?? (hasClaude ? playClaude(base) : join(base, 'no-claude')),
      ...(simulator && { ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }),
    }
    const visited = await visit({
      files: {},
      route,
      ...(context && { context }),
      server: { roots: [sessions], agents: { env, cwd: folder } },
    })
    return { ...visited, folder, sessions, simulator, readLog: () => readNewestLog(sessions) }
  }
}

/** Types into the field and sends. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await untilReady(page)
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
}

/** What is in the field can be sent. */
export async function untilReady(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: /^(?:Send|Queue message|发送|加入队列)$/, disabled: false })
  await send.waitFor()
}

/** Takes a value of one of the menus below the field. */
export async function chooseIn(page: Page, menu: string, value: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `${menu}:` }).click()
  await page.getByRole('menuitemradio', { name: value }).first().click()
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function readNewestLog(sessions: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const names = await readdir(join(sessions, 'projects'), { recursive: true })
  const [path] = names.filter(name => /^[^/]+\/[0-9a-f-]{36}\.jsonl$/.test(name))
  if (path === undefined) return []
  const text = await readFile(join(sessions, 'projects', path), 'utf8')
  // The tests look at each field.
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Readonly<Record<string, unknown>>)
}
