import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** True while anything of the group lives. */
export function isGroupAlive(group: number): boolean {
  if (process.platform === 'win32') return false
  try {
    process.kill(-group, 0)
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return process.platform !== 'linux' || hasLivingMember(group)
}

/** Asks a whole group to end, and after `graceMs` makes it; resolves when it is gone, or nothing more can be done. */
export async function endProcessGroup(group: number, graceMs: number = GRACE_MS): Promise<void> {
  if (process.platform === 'win32') return endTree(group)
  signalGroup(group, 'SIGTERM')
  if (await isGoneWithin(group, graceMs)) return
  signalGroup(group, 'SIGKILL')
  await isGoneWithin(group, AFTER_KILL_MS)
}

const GRACE_MS = 2_000
const AFTER_KILL_MS = 1_000
const LOOK_EVERY_MS = 20

async function isGoneWithin(group: number, milliseconds: number): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += LOOK_EVERY_MS) {
    if (!isGroupAlive(group)) return true
    await sleep(LOOK_EVERY_MS)
  }
  return !isGroupAlive(group)
}

/** In a container whose first process collects no dead ones, these stay in their group for ever. */
function hasLivingMember(group: number): boolean {
  try {
    return readdirSync('/proc').some(name => /^\d+$/.test(name) && isLivingMember(name, group))
  } catch {
    return true
  }
}

function isLivingMember(pid: string, group: number): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // `pid (name) state parent group …`; the name may contain anything.
    const [state, , groupOfProcess] = line.slice(line.lastIndexOf(')') + 2).split(' ', 3)
    return Number(groupOfProcess) === group && state !== 'Z' && state !== 'X'
  } catch {
    return false
  }
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal)
  } catch {
    // It has ended by itself.
  }
}

function endTree(pid: number): Promise<void> {
  return new Promise(resolve => {
    const taskkill = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' })
    taskkill.once('error', () => resolve())
    taskkill.once('exit', () => resolve())
  })
}
