import { randomUUID } from 'node:crypto'
import { stripControl } from '@antiphon/core/ui'
import { endProcessGroup, isGroupAlive } from '../../process/process-group.ts'
import { createForegroundSeats } from '../../shell/foreground-seats.ts'
import type { OutputBuffer } from '../../shell/output-buffer.ts'
import { createOutputTail, type OutputTail } from '../../shell/output-tail.ts'
import { type ShellEnd, type ShellProcess, startShell } from '../../shell/start-shell.ts'
import type { BackgroundShell, BackgroundShells, ShellOutput } from '../../tool/session-services.ts'

type BackgroundShellsOptions = {
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

  function keep(shell: RunningShell, { command, description }: Shell['about']): string {
    const id = `b${randomUUID().slice(0, 7)}`
    shells.set(id, { ...shell, about: { command, ...(description !== undefined && { description }) } })
    forgetOldest(shells)
    return id
  }

  function take(process: ShellProcess, about: Shell['about']): string {
    return keep(
      follow(process, () => adopt(process.group)),
      about,
    )
  }

  return {
    foreground: createForegroundSeats(),
    start({ cwd, confine, ...about }) {
      const process = startShell({ script: about.command, cwd, confine, ...options })
      return 'problem' in process ? keep(unstarted(process.problem), about) : take(process, about)
    },
    take,
    read: id => shells.get(id)?.read() ?? null,
    tail: id => shells.get(id)?.tail.read() ?? null,
    kill(id) {
      const shell = shells.get(id)
      if (!shell?.isRunning()) return false
      shell.kill()
      return true
    },
    list: () => [...shells].map(([id, { about, isRunning }]) => ({ id, ...about, isRunning: isRunning() })),
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

type Shell = RunningShell & { readonly about: Pick<BackgroundShell, 'command' | 'description'> }

type RunningShell = {
  readonly isRunning: () => boolean
  readonly ended: Promise<unknown>
  readonly tail: OutputTail
  read(): ShellOutput
  kill(): void
}

function follow(process: ShellProcess, onLeftovers: () => void): RunningShell {
  let end: ShellEnd | null = null
  let isKilled = false
  const ended = process.ended.then(value => {
    end = value
    if (value.hasLeftovers) onLeftovers()
  })
  return {
    isRunning: () => end === null,
    ended,
    tail: process.tail,
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

function unstarted(problem: string): RunningShell {
  let stderr = problem
  const tail = createOutputTail()
  tail.write(Buffer.from(problem))
  return {
    isRunning: () => false,
    ended: Promise.resolve(),
    tail,
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
