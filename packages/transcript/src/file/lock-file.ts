import { createHash } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '../transcript-error.ts'
import { judgeHolder, type LockHolder, parseLockHolder } from './lock-holder.ts'
import { makeFolder } from './make-folder.ts'

/** A lock file that this process holds. */
export interface HeldLock {
  /** False once somebody else took it for abandoned, or removed it. One call of the system. */
  isHeld(): boolean
  release(): void
}

/** How long a holder of whom only the heartbeat is seen may be silent. */
export type LockTimes = {
  readonly beatMs: number
  readonly silentMs: number
  /** A machine that slept finds every lock silent: so long a living holder has to show itself. */
  readonly graceMs: number
}

export const LOCK_TIMES: LockTimes = { beatMs: 5_000, silentMs: 30_000, graceMs: 7_000 }

/** Where the lock of a file lies: beside it, the one place that containers with the same home surely share. */
export function toLockPath(canonical: string): string {
  const name = basename(canonical)
  const isLong = Buffer.byteLength(name) > LONGEST_NAME
  const stem = isLong ? createHash('sha256').update(name).digest('hex') : name
  return join(dirname(canonical), `.${stem}${LOCK}`)
}

/** True for the name of a lock, and of one that is about to replace it. */
export function isLockName(name: string): boolean {
  return name.startsWith('.') && (name.endsWith(LOCK) || name.includes(`${LOCK}.`))
}

const LOCK = '.lock'
const LONGEST_NAME = 120

/**
 * Takes the lock at a path, or returns null where somebody holds it. Of those who find a holder dead one wins: whoever
 * makes the file that is named after the dead one, which then becomes the lock. Throws where no file can be made.
 */
export async function seizeLock(
  path: string,
  self: LockHolder,
  { times = LOCK_TIMES, depth = 0 }: { readonly times?: LockTimes; readonly depth?: number } = {},
): Promise<HeldLock | null> {
  const made = await seizeFile(path, self, { times, depth })
  return made === null ? null : holdLock(made, path, times)
}

type SeizeOptions = { readonly times: LockTimes; readonly depth: number }

async function seizeFile(
  path: string,
  self: LockHolder,
  { times, depth }: SeizeOptions,
): Promise<number | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = makeLock(path, self)
    if (made !== null) return made
    const found = readLock(path)
    if (found === null) continue
    const verdict = found.holder === null ? 'unknown' : judgeHolder(found.holder, self)
    if (verdict === 'alive' || depth >= DEEPEST) return null
    const successor = `${path}.${found.holder?.nonce ?? 'new'}`
    const descriptor = await seizeFile(successor, self, { times, depth: depth + 1 })
    if (descriptor === null) return null
    const isFree = verdict === 'dead' || (await isAbandoned(path, { found, self, times, descriptor }))
    if (isFree && readLock(path)?.text === found.text) {
      renameSync(successor, path)
      return descriptor
    }
    removeLock(successor, descriptor)
    if (!isFree) return null
  }
  return null
}

const ATTEMPTS = 8
/** How many may die one after the other while they take over. */
const DEEPEST = 8

/** What a lock file says, and when its holder last showed itself. */
export type FoundLock = {
  readonly text: string
  readonly holder: LockHolder | null
  readonly seenAt: number
}

/** The lock at a path; null where there is none. */
export function readLock(path: string): FoundLock | null {
  try {
    const text = readFileSync(path, 'utf8')
    return { text, holder: parseLockHolder(text), seenAt: statSync(path).mtimeMs }
  } catch {
    return null
  }
}

/** A new file with the holder's name in it; null where there is one already. */
function makeLock(path: string, self: LockHolder): number | null {
  const descriptor = openNew(path)
  if (descriptor === null) return null
  try {
    writeSync(descriptor, `${JSON.stringify(self)}\n`)
    return descriptor
  } catch (error) {
    removeLock(path, descriptor)
    throw error
  }
}

function openNew(path: string): number | null {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return null
    if (!hasCode(error, 'ENOENT')) throw error
    makeFolder(dirname(path))
    return openSync(path, 'wx', 0o600)
  }
}

type Suspicion = {
  readonly found: FoundLock
  readonly self: LockHolder
  readonly times: LockTimes
  /** A file that was just made beside it: whose time is it is the file system's, like that of the heartbeat. */
  readonly descriptor: number
}

async function isAbandoned(path: string, suspicion: Suspicion): Promise<boolean> {
  const { found, self, times, descriptor } = suspicion
  if (found.holder === null) {
    // Its maker writes it as soon as it is there; a power cut may have taken the words and left the name.
    await sleep(UNWRITTEN_MS)
    return readLock(path)?.text === found.text
  }
  const age = fstatSync(descriptor).mtimeMs - found.seenAt
  if (Math.abs(age) < times.silentMs) return false
  // Another kernel does not sleep when this one does.
  if (age > 0 && found.holder.boot !== self.boot) return true
  await sleep(times.graceMs)
  return readLock(path)?.seenAt === found.seenAt
}

/** How long a lock may be empty: its maker writes it in the same moment. */
export const UNWRITTEN_MS = 1_000

function holdLock(descriptor: number, path: string, { beatMs, silentMs }: LockTimes): HeldLock {
  let beatenAt = performance.now()
  let isReleased = false
  const beat = (): void => {
    try {
      // The same byte again: the file system notes its own time.
      writeSync(descriptor, '{', 0)
      beatenAt = performance.now()
    } catch {}
  }
  // A lease is no reason for a process to stay.
  const timer = setInterval(beat, beatMs).unref()
  const isHeld = (): boolean => !isReleased && fstatSync(descriptor).nlink > 0
  const lock: HeldLock = {
    isHeld,
    release() {
      if (isReleased) return
      clearInterval(timer)
      forgetAtExit(lock)
      // After a long silence it may be somebody else's by the time that it is removed.
      const isSurelyOurs = isHeld() && performance.now() - beatenAt < silentMs / 2
      isReleased = true
      if (isSurelyOurs) removeLock(path, descriptor)
      else closeSync(descriptor)
    },
  }
  releaseAtExit(lock)
  return lock
}

const held = new Set<HeldLock>()

function releaseAll(): void {
  for (const lock of held) lock.release()
}

/** A process that ends by itself leaves no lock behind; one that is killed does, and the next holder removes it. */
function releaseAtExit(lock: HeldLock): void {
  if (held.size === 0) process.on('exit', releaseAll)
  held.add(lock)
}

function forgetAtExit(lock: HeldLock): void {
  held.delete(lock)
  if (held.size === 0) process.off('exit', releaseAll)
}

function removeLock(path: string, descriptor: number): void {
  closeSync(descriptor)
  try {
    unlinkSync(path)
  } catch {}
}
