import { spawn, spawnSync } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { beforeStop } from './before-stop.mjs'
import { SetUpError } from './set-up-error.mjs'

const IS_WINDOWS = process.platform === 'win32'

/**
 * Runs a program and hands over each line that it prints. Who is told to stop meanwhile ends the program first; one that
 * may be killed need not come to its own end; one with a niceness, and all that it starts, leaves the processor to others.
 */
export async function runWatched(command, args, { cwd, env, onLine, mayKill = false, niceness = 0 } = {}) {
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Windows starts the programs of packages by a shell, which takes a path with blanks for two words.
    shell: IS_WINDOWS && command !== process.execPath,
    // Only what leads a group can be killed with all that it started: npm is often a script that starts another.
    detached: mayKill && !IS_WINDOWS,
  })
  if (niceness > 0) beNice(child.pid, niceness)
  const stdout = readLines(child.stdout, onLine)
  const stderr = readLines(child.stderr, onLine)
  const ended = new Promise((resolve, reject) => {
    child.once('error', error => reject(error.code === 'ENOENT' ? toMissing(command) : error))
    child.once('close', (code, signal) => resolve({ status: code, signal }))
  })
  const forget = beforeStop(async () => {
    if (mayKill) killAll(child)
    else child.kill('SIGTERM')
    await ended.catch(() => {})
  })
  try {
    return { ...(await ended), stdout, stderr }
  } finally {
    forget()
  }
}

function beNice(pid, niceness) {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It ended already, or the system allows nobody to change it.
  }
}

function killAll(child) {
  if (child.pid === undefined) return
  if (IS_WINDOWS) spawnSync('taskkill', ['/T', '/F', '/PID', String(child.pid)])
  else if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
}

function toMissing(command) {
  return new SetUpError(`${command} is not on the PATH. Install it and run this again.`)
}

function readLines(stream, onLine) {
  const lines = []
  createInterface({ input: stream }).on('line', line => {
    lines.push(line)
    onLine?.(line)
  })
  return lines
}
