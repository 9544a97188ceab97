import { realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { hasCode } from '../transcript-error.ts'
import { acquireHostDriverLease, isHostDriven } from './driver-lease.ts'
import { acquireHostLease, type HostLease, isHostLeased } from './host-lease.ts'
import {
  type FoundLock,
  type HeldLock,
  LOCK_TIMES,
  type LockTimes,
  readLock,
  seizeLock,
  toLockPath,
  UNWRITTEN_MS,
} from './lock-file.ts'
import { describeSelf, isSameProcessSpace, judgeHolder, type LockHolder } from './lock-holder.ts'

/** The right to write a file. It ends with the process, however that ends. */
export interface Lease {
  /** False once the right is lost: somebody took the process for dead. Cheap enough to ask before every write. */
  isHeld(): boolean
  release(): Promise<void>
}

/**
 * Takes the right to write the file at `path`, or returns null where somebody else holds it. Within a host the kernel
 * keeps it, and takes it back at once from a process that ends. For containers that share the folder a lock file stands
 * beside the file: its holder is known to be dead at once where its pid can be seen, and otherwise after some silence.
 */
export async function acquireLease(path: string, times: LockTimes = LOCK_TIMES): Promise<Lease | null> {
  const canonical = canonicalPath(path)
  const host = await acquireHostLease(canonical)
  if (host === null) return null
  try {
    const lock = await lockBeside(canonical, times)
    if (lock !== null)
      return {
        isHeld: lock.isHeld,
        async release() {
          lock.release()
          await host.release()
        },
      }
  } catch (error) {
    await host.release()
    throw error
  }
  await host.release()
  return null
}

/**
 * Takes the right to let another program write the file at `path`, or returns null where somebody writes it already or
 * lets it be written. The program may take the lease itself or know of none; whoever would replace, move or write the
 * file in its place asks `isDriven` when they hold the lease.
 */
export async function acquireDriverLease(path: string): Promise<HostLease | null> {
  const canonical = canonicalPath(path)
  const lease = await acquireHostDriverLease(canonical)
  // Each raises its own flag before it looks for the other's: of two at the same time not both go on.
  if (lease === null || !(await isWriterLeased(canonical))) return lease
  await lease.release()
  return null
}

/** True where a process of this host lets another program write a file, whether that holds its lease or not. */
export function isDriven(path: string): Promise<boolean> {
  return isHostDriven(canonicalPath(path))
}

/** True where somebody holds the right to write a file, or drives who does. Never in a writer's way on Linux and Windows. */
export async function isLeased(path: string): Promise<boolean> {
  const canonical = canonicalPath(path)
  return (await isHostDriven(canonical)) || isWriterLeased(canonical)
}

async function isWriterLeased(canonical: string): Promise<boolean> {
  if (await isHostLeased(canonical)) return true
  const found = hasLockFiles() ? readLock(toLockPath(canonical)) : null
  return found !== null && !looksDead(found, describeSelf(canonical))
}

/** Who holds the lease of a file that this process cannot see, and what to do about it; null where it is one of its own kind. */
export function describeDistantHolder(path: string): string | null {
  const found = findDistantHolder(path)
  if (found === null) return null
  const { holder, seenAt, lockPath } = found
  const seconds = Math.max(0, Math.round((Date.now() - seenAt) / 1000))
  return (
    `It is process ${holder.pid} on ${holder.host}, perhaps in a container, last seen ${seconds} s ago. If it is gone, ` +
    `the session is free ${LOCK_TIMES.silentMs / 1000} s after it was last seen; if you are sure of that, delete ${lockPath}.`
  )
}

/** The name of the computer or container that holds the lease of a file, where it is another one; null else. */
export function findDistantHost(path: string): string | null {
  return findDistantHolder(path)?.holder.host ?? null
}

type DistantHolder = { readonly holder: LockHolder; readonly seenAt: number; readonly lockPath: string }

function findDistantHolder(path: string): DistantHolder | null {
  const canonical = canonicalPath(path)
  const lockPath = toLockPath(canonical)
  const found = hasLockFiles() ? readLock(lockPath) : null
  if (found === null || found.holder === null) return null
  const { holder, seenAt } = found
  const self = describeSelf(canonical)
  if (holder.domain === self.domain || isSameProcessSpace(holder, self)) return null
  return { holder, seenAt, lockPath }
}

/** By this clock, and without waiting: good enough for who only wants to know. */
function looksDead({ holder, seenAt }: FoundLock, self: LockHolder): boolean {
  const age = Math.abs(Date.now() - seenAt)
  // Its maker writes a lock as soon as it is there.
  if (holder === null) return age >= 2 * UNWRITTEN_MS
  const verdict = judgeHolder(holder, self)
  return verdict === 'dead' || (verdict === 'unknown' && age >= LOCK_TIMES.silentMs)
}

async function lockBeside(canonical: string, times: LockTimes): Promise<HeldLock | null> {
  if (!hasLockFiles()) return UNLOCKED
  const path = toLockPath(canonical)
  const self = describeSelf(canonical)
  try {
    return await seizeLock(path, self, { times })
  } catch (error) {
    // A file may be written in a folder that takes no new one: there the kernel's lease has to do, unless we see more.
    if (
      !hasCode(error, 'EACCES', 'EPERM', 'EROFS') ||
      statSync(canonical, { throwIfNoEntry: false }) === undefined
    )
      throw error
    const found = readLock(path)
    return found !== null && !looksDead(found, self) ? null : UNLOCKED
  }
}

/** Windows does not let a file be replaced that is open. */
function hasLockFiles(): boolean {
  return process.platform !== 'win32'
}

const UNLOCKED: HeldLock = { isHeld: () => true, release: () => {} }

/** The same for every way to write a path, also for one that does not exist yet. */
function canonicalPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync.native(absolute)
  } catch {
    const folder = dirname(absolute)
    return folder === absolute ? absolute : join(canonicalPath(folder), basename(absolute))
  }
}
