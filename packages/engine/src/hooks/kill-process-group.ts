import type { ChildProcess } from 'node:child_process'

/** Signals a process and all that it started; needs `detached: true` when it was spawned. Never throws. */
export function killProcessGroup(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Nobody is left in the group.
  }
}
