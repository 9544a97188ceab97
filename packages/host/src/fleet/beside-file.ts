import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSessionKey, type SessionKey, toLogPath } from '@antiphon/transcript'
import { createLineRedactor } from './line-redactor.ts'

/**
 * A file that belongs to a session and is no log: what Claude Code notes of a subagent (`….meta.json`), results that were
 * too long for the log (`tool-results/`), and files as they were before the agent changed them (`file-history/`).
 */
export type BesideFile = {
  /** Of the session itself. */
  readonly key: SessionKey
  readonly place: BesidePlace
  /** Its parts below the place. */
  readonly parts: readonly string[]
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** `session` is the folder beside the session's log, `file-history` the one of the root. */
type BesidePlace = 'session' | 'file-history'

/** The folder of a place. */
function toFolder(root: string, key: SessionKey, place: BesidePlace): string {
  return place === 'session'
    ? toLogPath(root, { project: key.project, session: key.session }).slice(0, -'.jsonl'.length)
    : join(root, 'file-history', key.session)
}

/** All files beside the log of a session, in one order; links, locks and what is too large are left out. */
export async function listBesideFiles(
  root: string,
  key: SessionKey,
  mostBytes: number = MAX_BYTES,
): Promise<readonly BesideFile[]> {
  const found: BesideFile[] = []
  async function walk(place: BesidePlace, folder: string, parts: readonly string[]): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      const below = [...parts, entry.name]
      if (entry.isDirectory() && below.length < DEEPEST) await walk(place, path, below)
      if (!entry.isFile() || !isKept(entry.name)) continue
      const stats = await lstat(path).catch(() => null)
      if (stats && stats.size <= mostBytes)
        found.push({ key, place, parts: below, path, bytes: stats.size, modifiedMs: stats.mtimeMs })
    }
  }
  for (const place of PLACES) await walk(place, toFolder(root, key, place), [])
  return found
}

const PLACES: readonly BesidePlace[] = ['session', 'file-history']
const DEEPEST = 6
const MAX_BYTES = 64 * 1024 * 1024

/** Logs are sent as such; what begins with a dot is a lock, or on its way to another name. */
function isKept(name: string): boolean {
  return !name.endsWith('.jsonl') && !name.startsWith('.') && !/\.pull-\d+$/.test(name)
}

/** What is sent of a file; null for what cannot be looked through for secrets, or would harm without them. */
export async function readBesideFile(
  { path, place }: BesideFile,
  { isRedacted }: { readonly isRedacted: boolean },
): Promise<Buffer | null> {
  if (isRedacted && place === 'file-history') return null
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null || !isRedacted) return bytes
  return isUtf8(bytes) ? createLineRedactor().redact(bytes) : null
}

/** The key of a file with this content: another content is another key, so that nothing is ever overwritten. */
export function toBesideKey({ key, place, parts }: BesideFile, content: Buffer): SessionKey {
  const { project, session } = key
  return { project, session, subpath: ['beside', hashOf(content), place, ...parts].join('/') }
}

/** Where a stored file belongs below a root, and what its content hashes to; null for a name that is none of ours. */
export function readBesideKey(root: string, key: SessionKey): { path: string; hash: string } | null {
  try {
    checkSessionKey(key)
  } catch {
    return null
  }
  const [, hash = '', place, ...parts] = key.subpath?.split('/') ?? []
  if ((place !== 'session' && place !== 'file-history') || parts.length === 0) return null
  return isKept(parts.at(-1) ?? '') ? { path: join(toFolder(root, key, place), ...parts), hash } : null
}

/** Names a content. */
export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32)
}
