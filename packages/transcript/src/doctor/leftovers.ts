import type { Dirent } from 'node:fs'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDraftName, toDraftOwner } from '../file/draft-name.ts'
import { acquireLease, isLeased } from '../file/lease.ts'
import { isLockName } from '../file/lock-file.ts'
import { readRepairedLog } from './fix-file.ts'

/** Something of ours that a process left which was killed; nobody reads it. */
export type Leftover = {
  /** `repair`: the copy of a fix. `draft`: a fork that is not whole. `lock`: of a writer that is gone. */
  readonly kind: 'repair' | 'draft' | 'lock'
  readonly path: string
  readonly bytes: number
}

/**
 * What killed processes left in a folder of logs, as far as their names say surely that it is ours, and no living
 * process owns it. With `session`, of files that belong to one log only those of this one.
 */
export async function findLeftovers(folder: string, session?: string): Promise<readonly Leftover[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  const found: Leftover[] = []
  for (const entry of entries) {
    const kind = kindOf(entry)
    const path = join(folder, entry.name)
    const owner = kind && ownerOf(kind, path)
    if (!kind || !owner || (session !== undefined && kind !== 'draft' && basename(owner) !== session))
      continue
    if (await isLeased(owner)) continue
    found.push({ kind, path, bytes: await measure(path) })
  }
  return found
}

/** Removes a leftover; false where somebody owns it by now. */
export async function removeLeftover({ kind, path }: Leftover): Promise<boolean> {
  const lease = await acquireLease(ownerOf(kind, path) ?? path)
  if (lease === null) return false
  try {
    // Its lock goes with the lease; what a death left that was to replace it does not.
    if (kind !== 'lock' || !path.endsWith(LOCK)) await rm(path, { recursive: true, force: true })
    return true
  } finally {
    await lease.release()
  }
}

const LOCK = '.lock'
const LOCKED_LOG = /^\.(.+\.jsonl)\.lock(?:\.[\w.-]+)?$/

function kindOf(entry: Dirent): Leftover['kind'] | null {
  if (entry.isDirectory()) return isDraftName(entry.name) ? 'draft' : null
  if (!entry.isFile()) return null
  if (isLockName(entry.name)) return LOCKED_LOG.test(entry.name) ? 'lock' : null
  return readRepairedLog(entry.name) === null ? null : 'repair'
}

/** The file whose lease a living owner of it would hold. */
function ownerOf(kind: Leftover['kind'], path: string): string | null {
  if (kind === 'draft') return toDraftOwner(path)
  const name = basename(path)
  const log = kind === 'lock' ? LOCKED_LOG.exec(name)?.[1] : readRepairedLog(name)
  return log == null ? null : join(dirname(path), log)
}

async function measure(path: string): Promise<number> {
  const stats = await lstat(path).catch(() => null)
  if (!stats?.isDirectory()) return stats?.size ?? 0
  const names = await readdir(path).catch((): string[] => [])
  const sizes = await Promise.all(names.map(name => measure(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
