import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { hasCode } from '../transcript-error.ts'
import { toHostLeaseName } from './host-lease.ts'

/** Who holds a lock file, in words that other containers understand; null for what the system does not tell. */
export type LockHolder = {
  /** Unlike that of every other holding. */
  readonly nonce: string
  readonly host: string
  readonly pid: number
  /** Where the kernel keeps two holders of the same file apart. */
  readonly domain: string | null
  readonly boot: string | null
  readonly pidNamespace: string | null
  /** In clock ticks since the boot: a pid that is used again begins later. */
  readonly startTime: string | null
}

/** This process as the holder of the lock of a canonical path. */
export function describeSelf(canonical: string): LockHolder {
  const boot = readBoot()
  const network = readNamespace('net')
  const isLinux = process.platform === 'linux'
  const place = isLinux ? boot !== null && network !== null && `${boot} ${network}` : hostname()
  const hasOwnProcesses = readLink('/proc/self') === String(process.pid)
  return {
    nonce: randomUUID(),
    host: hostname(),
    pid: process.pid,
    domain: place === false ? null : `${place} ${toHostLeaseName(canonical).replace('\0', '')}`,
    boot,
    // A container may be shown the processes of another one.
    pidNamespace: hasOwnProcesses ? readNamespace('pid') : null,
    startTime: hasOwnProcesses ? (readProcess(process.pid)?.startTime ?? null) : null,
  }
}

/** A holder from the text of a lock file; null where that is not written yet, or is none. */
export function parseLockHolder(text: string): LockHolder | null {
  try {
    const value: Partial<Record<keyof LockHolder, unknown>> | null = JSON.parse(text)
    if (typeof value?.nonce !== 'string' || !/^[\w-]{1,64}$/.test(value.nonce)) return null
    const { nonce, host, pid, domain, boot, pidNamespace, startTime } = value
    return {
      nonce,
      host: typeof host === 'string' ? host : 'unknown',
      pid: typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 ? pid : 0,
      domain: toText(domain),
      boot: toText(boot),
      pidNamespace: toText(pidNamespace),
      startTime: toText(startTime),
    }
  } catch {
    return null
  }
}

/**
 * What is certain about a holder from here: nothing, where only its heartbeat can tell. `self` is one that the kernel
 * gave its lease: another one of the same domain would still have that if it lived.
 */
export function judgeHolder(holder: LockHolder, self: LockHolder): 'alive' | 'dead' | 'unknown' {
  if (holder.domain !== null && holder.domain === self.domain) return 'dead'
  if (!isSameProcessSpace(holder, self) || holder.pid === 0) return 'unknown'
  if (!exists(holder.pid)) return 'dead'
  const found = readProcess(holder.pid)
  if (found === null || holder.startTime === null) return 'unknown'
  return found.startTime === holder.startTime && !found.isEnded ? 'alive' : 'dead'
}

/** True where both see the same processes under the same pids. */
export function isSameProcessSpace(one: LockHolder, other: LockHolder): boolean {
  return (
    one.boot !== null &&
    one.boot === other.boot &&
    one.pidNamespace !== null &&
    one.pidNamespace === other.pidNamespace
  )
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

type ProcessFacts = { readonly startTime: string; readonly isEnded: boolean }

/** A process that ended and that nobody has asked for yet is still listed. */
function readProcess(pid: number): ProcessFacts | null {
  const text = readText(`/proc/${pid}/stat`)
  // The name, in brackets, may hold anything.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTime = fields?.[STARTED]
  return startTime === undefined ? null : { startTime, isEnded: 'ZX'.includes(fields?.[STATE] ?? '') }
}

const STATE = 0
const STARTED = 19

function readBoot(): string | null {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null
}

function readNamespace(kind: 'net' | 'pid'): string | null {
  return readLink(`/proc/self/ns/${kind}`)
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
