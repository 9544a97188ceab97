import { lstat, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '@antiphon/contract'
import {
  acquireLease,
  findLivingWriters,
  isDriven,
  makeFolder,
  moveToNew,
  readSessionSummary,
  type SessionKey,
  type SessionSummary,
  toLogPath,
} from '@antiphon/transcript'
import { refuseCopy } from './refuse-copy.ts'
import type { Refused, SessionAddress } from './rename-session.ts'

/** A session that was deleted and can be had back. */
export type TrashedSession = {
  readonly root: string
  /** The name of its folder in the trash of that root. */
  readonly name: string
  readonly key: SessionKey
  readonly title: string
  readonly cwd: string | null
  readonly deletedAt: string
}

/** The folder of deleted sessions, beside the projects: a move within one file system, and nothing else looks there. */
export function toTrashFolder(root: string): string {
  return join(root, 'antiphon-trash')
}

/** Moves a session with its subagents' logs to the trash; refused while somebody writes it, or may: `isEnded` says who knows that its agent has ended. */
export async function trashSession(
  { root, key }: SessionAddress,
  now: Date,
  { isEnded = false }: { readonly isEnded?: boolean } = {},
): Promise<TrashedSession | Refused> {
  const path = toLogPath(root, key)
  if (!(await isThere(path))) return { refusal: 'There is no such session.' }
  const refused = refuseCopy({ root })
  if (refused) return refused
  const lease = await acquireLease(path)
  if (!lease) return { refusal: IN_USE }
  try {
    if (await isDriven(path)) return { refusal: IN_USE }
    const summary = await readSessionSummary({ kind: 'session', key, path, root })
    if (!isEnded && (await isWritten(summary, { root, key, now }))) return { refusal: IN_USE }
    const name = `${now.toISOString().replace(/[:.]/g, '-')}-${key.session}`
    const folder = join(toTrashFolder(root), name)
    const note = {
      key,
      title: ('title' in summary && summary.title?.text) || key.session,
      cwd: ('cwd' in summary && summary.cwd) || null,
      deletedAt: now.toISOString(),
    }
    makeFolder(folder)
    // What it is, before it is there; then the log, by which it is known. After a crash in between, what did not come
    // along stands where it was, and restoring the log completes it again.
    await writeFile(join(folder, NOTE), `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
    await rename(path, join(folder, LOG))
    await moveIfThere(toBelow(path), join(folder, BELOW))
    return { root, name, ...note }
  } finally {
    await lease.release()
  }
}

/** Brings a deleted session back to where it was; refused where another one stands there by now. */
export async function restoreSession({
  root,
  name,
  key,
}: Pick<TrashedSession, 'root' | 'name' | 'key'>): Promise<SessionAddress | Refused> {
  const path = toLogPath(root, key)
  const folder = join(toTrashFolder(root), name)
  const [log, below] = [join(folder, LOG), join(folder, BELOW)]
  if (!(await isThere(log))) return { refusal: 'That session is no longer in the trash.' }
  if ((await isThere(path)) || ((await isThere(below)) && (await isThere(toBelow(path)))))
    return { refusal: THERE_AGAIN }
  makeFolder(dirname(path), 0o777)
  await moveIfThere(below, toBelow(path))
  if (!(await moveToNew(log, path))) return { refusal: THERE_AGAIN }
  await rm(folder, { recursive: true, force: true })
  return { root, key }
}

const THERE_AGAIN = 'A session of that name is there again. Move it away first.'

/** What can be had back, the newest first. */
export async function listTrash(roots: readonly string[]): Promise<readonly TrashedSession[]> {
  const found: TrashedSession[] = []
  for (const root of roots)
    for (const name of await readdir(toTrashFolder(root)).catch(() => [])) {
      const trashed = await readNote(root, name)
      if (trashed) found.push(trashed)
    }
  return found.sort((one, other) => (one.deletedAt < other.deletedAt ? 1 : -1))
}

/** Removes for good what was deleted so many days ago; gives how many sessions that were. */
export async function purgeTrash(
  roots: readonly string[],
  { days, now }: { readonly days: number; readonly now: Date },
): Promise<number> {
  let purged = 0
  for (const { root, name, deletedAt } of await listTrash(roots)) {
    if (now.getTime() - Date.parse(deletedAt) < days * DAY_MS) continue
    try {
      await rm(join(toTrashFolder(root), name), { recursive: true, force: true })
      purged += 1
    } catch {
      // A root that cannot be written keeps what it has; the next time is another chance.
    }
  }
  return purged
}

const [NOTE, LOG, BELOW] = ['deleted.json', 'session.jsonl', 'below'] as const
const MAX_NOTE_BYTES = 65_536
const DAY_MS = 24 * 60 * 60 * 1000
/** Writers of other programs hold no lease: what was said a moment ago is taken for being written. */
const RECENT_MS = 60_000
const IN_USE = 'An agent is writing this session. Delete it when it has ended.'

async function isWritten(
  summary: Pick<SessionSummary, 'endedAt'> | object,
  { root, key, now }: SessionAddress & { readonly now: Date },
): Promise<boolean> {
  const endedAt = 'endedAt' in summary && summary.endedAt ? Date.parse(summary.endedAt) : 0
  const isRecent = (time: number): boolean => Math.abs(now.getTime() - time) < RECENT_MS
  if (isRecent(endedAt) || isRecent(await findLastWrite(toBelow(toLogPath(root, key))))) return true
  return (await findLivingWriters(root)).has(key.session)
}

/** When a subagent's log was written last: its session may be silent meanwhile. */
async function findLastWrite(below: string): Promise<number> {
  const names = await readdir(below, { recursive: true }).catch(() => [])
  const times = names
    .filter(name => name.endsWith('.jsonl'))
    .map(async name => (await stat(join(below, name)).catch(() => null))?.mtimeMs ?? 0)
  return Math.max(0, ...(await Promise.all(times)))
}

/** The folder of a session's subagents. */
function toBelow(path: string): string {
  return path.slice(0, -'.jsonl'.length)
}

async function readNote(root: string, name: string): Promise<TrashedSession | null> {
  try {
    const folder = join(toTrashFolder(root), name)
    const { size } = await lstat(join(folder, NOTE)).then(found =>
      found.isFile() ? found : { size: Number.NaN },
    )
    if (!(size <= MAX_NOTE_BYTES)) return null
    const note: unknown = JSON.parse(await readFile(join(folder, NOTE), 'utf8'))
    if (!isObject(note) || !isObject(note.key) || !(await isThere(join(folder, LOG)))) return null
    const { project, session } = note.key
    if (typeof project !== 'string' || typeof session !== 'string') return null
    const { title, cwd, deletedAt } = note
    if (typeof deletedAt !== 'string' || Number.isNaN(Date.parse(deletedAt))) return null
    const key = { project, session }
    // Throws for a name that leads elsewhere.
    toLogPath(root, key)
    return {
      ...{ root, name, key, deletedAt },
      title: typeof title === 'string' ? title : session,
      cwd: typeof cwd === 'string' ? cwd : null,
    }
  } catch {
    return null
  }
}

async function moveIfThere(from: string, to: string): Promise<void> {
  if (await isThere(from)) await rename(from, to)
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
