import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../package-file.ts'

/** A folder of sessions that goes when it is closed. */
export type ExampleRoot = { readonly root: string; readonly close: () => Promise<void> }

/**
 * The bundled sessions for somebody who has none yet, as if they were of the last days. They are copies: who continues
 * or mends one changes nothing that others see.
 */
export async function openExampleRoot(now: number): Promise<ExampleRoot> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-examples-'))
  const close = (): Promise<void> => rm(root, { recursive: true, force: true })
  try {
    await cp(BUNDLED, root, { recursive: true })
    for (const name of await readdir(root, { recursive: true }))
      if (name.endsWith('.jsonl')) await freshen(join(root, name), now)
    return { root, close }
  } catch (error) {
    await close()
    throw error
  }
}

const BUNDLED = fileURLToPath(packageFile('demo'))

async function freshen(path: string, now: number): Promise<void> {
  const { text, newest } = shiftTimes(await readFile(path, 'utf8'), now)
  await writeFile(path, text)
  await utimes(path, newest, newest)
}

/** A log as if it had been written lately: every time in it moved by the same whole days; `newest` is the last. */
export function shiftTimes(text: string, now: number): { readonly text: string; readonly newest: Date } {
  const days = Math.floor((now - Date.parse(LAST_BUNDLED)) / DAY_MS)
  let newest = 0
  const shifted = text.replace(TIME, time => {
    const moved = new Date(Date.parse(time) + days * DAY_MS)
    newest = Math.max(newest, moved.getTime())
    return moved.toISOString()
  })
  return { text: shifted, newest: new Date(newest) }
}

/** When the newest of the bundled sessions ended. */
const LAST_BUNDLED = '2026-11-14T08:12:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Whether any session lies below the roots; looks no further than the first. */
export async function hasSessions(roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const projects = join(root, 'projects')
    for (const project of await listNames(projects))
      if ((await listNames(join(projects, project))).some(name => SESSION.test(name))) return true
  }
  return false
}

const SESSION = /\.jsonl(?:\.gz)?$/

/** What cannot be listed is told by the list of sessions; here it holds none. */
async function listNames(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch(() => [])
}
