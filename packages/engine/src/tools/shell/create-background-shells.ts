import { randomUUID } from 'node:crypto'
import { stripControl } from '@antiphon/core'
import type { BackgroundShells, ShellOutput } from '../../tool/session-services.ts'
import type { OutputBuffer } from './output-buffer.ts'
import { endProcessGroup, isGroupAlive } from './process-group.ts'
import { type ShellEnd, type ShellProcess, startShell } from './start-shell.ts'

export type BackgroundShellsOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly graceMs?: number
}

/** Commands that run beside the conversation; none outlives `close`. */
export function createBackgroundShells(options: BackgroundShellsOptions): BackgroundShells {
  const shells = new Map<string, Shell>()
  const adopted = new Set<number>()

  function adopt(group: number): void {
    for (const known of adopted) if (!isGroupAlive(known)) adopted.delete(known)
    adopted.add(group)
  }

  return {
    start({ command, cwd }) {
      const process = startShell({ script: command, cwd, ...options })
      const id = `b${randomUUID().slice(0, 7)}`
      if ('problem' in process) shells.set(id, unstarted(command, process.problem))
      else
        shells.set(
          id,
          follow(command, process, () => adopt(process.group)),
        )
      forgetOldest(shells)
      return id
    },
    read: id => shells.get(id)?.read() ?? null,
    kill(id) {
      const shell = shells.get(id)
      if (!shell?.isRunning()) return false
      shell.kill()
      return true
    },
    list: () => [...shells].map(([id, { command, isRunning }]) => ({ id, command, isRunning: isRunning() })),
    adopt,
    async close() {
      const running = [...shells.values()].filter(({ isRunning }) => isRunning())
      for (const shell of running) shell.kill()
      const groups = [...adopted].filter(isGroupAlive).map(group => endProcessGroup(group, options.graceMs))
      adopted.clear()
      await Promise.all([...running.map(({ ended }) => ended), ...groups])
    },
  }
}

type Shell = {
  readonly command: string
  readonly isRunning: () => boolean
  readonly ended: Promise<unknown>
  read(): ShellOutput
  kill(): void
}

function follow(command: string, process: ShellProcess, onLeftovers: () => void): Shell {
  let end: ShellEnd | null = null
  let isKilled = false
  const ended = process.ended.then(value => {
    end = value
    if (value.hasLeftovers) onLeftovers()
  })
  return {
    command,
    isRunning: () => end === null,
    ended,
    read: () => ({
      stdout: take(process.stdout),
      stderr: take(process.stderr),
      status: statusOf(end, isKilled),
      exitCode: end?.exitCode ?? null,
    }),
    kill() {
      isKilled = true
      process.kill()
    },
  }
}

function unstarted(command: string, problem: string): Shell {
  let stderr = problem
  return {
    command,
    isRunning: () => false,
    ended: Promise.resolve(),
    read() {
      const output: ShellOutput = { stdout: '', stderr, status: 'failed', exitCode: null }
      stderr = ''
      return output
    },
    kill() {},
  }
}

function statusOf(end: ShellEnd | null, isKilled: boolean): ShellOutput['status'] {
  if (end === null) return 'running'
  if (isKilled) return 'killed'
  return end.exitCode === 0 ? 'completed' : 'failed'
}

function take(buffer: OutputBuffer): string {
  const text = stripControl(buffer.text())
  buffer.clear()
  return text
}

const MAX_ENDED = 100

function forgetOldest(shells: Map<string, Shell>): void {
  const ended = [...shells].filter(([, { isRunning }]) => !isRunning())
  for (const [id] of ended.slice(0, -MAX_ENDED)) shells.delete(id)
}
