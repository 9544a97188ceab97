import { isObject, type JsonObject } from '@antiphon/contract'
import type { BashProgress } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import { endProcessGroup } from '../../process/process-group.ts'
import { waitAtMost } from '../../process/wait-at-most.ts'
import { explainSandboxFailure } from '../../sandbox/describe-sandbox.ts'
import type { Keeping } from '../../sandbox/sandbox.ts'
import { type ShellEnd, type ShellProcess, startShell } from '../../shell/start-shell.ts'
import type { ToolOutcome, ToolProgress } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { describeInterruptedBeforeStart, describeShellEnd } from './describe-shell-end.ts'
import { type ShellDirectory, takeDirectoryNote, withDirectoryNote } from './shell-directory.ts'

const FULL_UNITS = 4_000

const LAST_LINES = 5

type ForegroundCall = {
  readonly command: string
  readonly cwd: string
  readonly context: ToolContext
  readonly timeoutMs: number
  readonly progressMs: number
  readonly graceMs: number | undefined
  /** Follows where the command goes; null where it cannot go anywhere. */
  readonly directory: ShellDirectory | null
  readonly confinement: Keeping | null
}

/** Runs a command to its end, its time-out or an interruption; nothing that it started outlives the last two. */
export async function* runInForeground(
  call: ForegroundCall,
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { command, context, timeoutMs, progressMs, directory, confinement } = call
  if (context.signal.aborted) return describeInterruptedBeforeStart()
  const { script, noteFile } = directory
    ? withDirectoryNote(command, confinement?.temporaryFolder)
    : { script: command, noteFile: null }
  const shell = await start(call, script)
  if ('problem' in shell) return toErrorOutcome(shell.problem)
  const startedAt = context.now().getTime()
  const guard = guardShell(shell, context.signal, timeoutMs)
  const seat = context.services.shells?.foreground.enter(context.toolUseId)
  try {
    for (;;) {
      const end = await waitAtMost(Promise.race([shell.ended, seat?.moved ?? shell.ended]), progressMs)
      if (end === 'moved') return moveToBackground(call, shell, guard)
      if (end) {
        const notes = [
          await followDirectory(call, noteFile),
          lookAfterLeftovers(call, end.hasLeftovers, shell),
          ...end.notes,
          explainSandbox(call, end, shell),
        ]
        return describeShellEnd({ command, shell, end, stoppedBy: guard.stoppedBy(), timeoutMs, notes })
      }
      const elapsedMs = context.now().getTime() - startedAt
      yield { data: describeShellProgress(shell, { elapsedMs, timeoutMs }) }
    }
  } finally {
    seat?.leave()
    guard.close()
    if (noteFile !== null) void shell.ended.then(() => takeDirectoryNote(noteFile))
  }
}

/** In a terminal of the person's editor where it has one for that, unless the command is kept in by the system. */
function start({ cwd, context, confinement, graceMs }: ForegroundCall, script: string) {
  const { env, toolUseId, services } = context
  if (confinement === null && services.editor?.startCommand)
    return services.editor.startCommand({ script, cwd, env, toolUseId })
  const confine = confinement?.confine
  return startShell({ script, cwd, env, confine, ...(graceMs !== undefined && { graceMs }) })
}

/** Somebody outside wants the call to end and the command to go on. */
function moveToBackground(call: ForegroundCall, shell: ShellProcess, guard: ShellGuard): ToolOutcome {
  const { shells } = call.context.services
  if (shells === null) return toErrorOutcome('Nothing can run in the background here.')
  guard.letGo()
  const { content, data } = describeBackgroundShell(shells.take(shell, { command: call.command }))
  return { content, data: { ...(isObject(data) && (data as JsonObject)), backgroundedByUser: true } }
}

interface ShellGuard {
  stoppedBy(): 'timeout' | 'interrupt' | null
  /** The shell may go on. */
  letGo(): void
  close(): void
}

/** Stops the shell at its time-out, at an interruption, and when nobody waits for it any longer. */
function guardShell(shell: ShellProcess, signal: AbortSignal, timeoutMs: number): ShellGuard {
  let stoppedBy: 'timeout' | 'interrupt' | null = null
  let isOver = false
  void shell.ended.then(() => {
    isOver = true
  })
  const stop = (reason: 'timeout' | 'interrupt') => (): void => {
    if (isOver) return
    stoppedBy ??= reason
    shell.kill()
  }
  const interrupt = stop('interrupt')
  const timer = setTimeout(stop('timeout'), timeoutMs)
  signal.addEventListener('abort', interrupt, { once: true })
  return {
    stoppedBy: () => stoppedBy,
    letGo() {
      isOver = true
    },
    close() {
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      interrupt()
    },
  }
}

async function followDirectory(call: ForegroundCall, noteFile: string | null): Promise<string | null> {
  if (call.directory === null || noteFile === null) return null
  const folder = await takeDirectoryNote(noteFile)
  return folder === null ? null : call.directory.move(call.context.cwd, folder)
}

function lookAfterLeftovers(call: ForegroundCall, hasLeftovers: boolean, shell: ShellProcess): string | null {
  if (!hasLeftovers) return null
  const { shells } = call.context.services
  if (shells === null) {
    void endProcessGroup(shell.group, call.graceMs)
    return 'Something that the command had left running was stopped: nothing can run in the background here.'
  }
  shells.adopt(shell.group)
  return 'Something that the command started still runs; it ends with the session and what it prints now is lost. Use run_in_background to follow it.'
}

/** Why something may have failed that works outside. */
function explainSandbox({ confinement }: ForegroundCall, end: ShellEnd, shell: ShellProcess): string | null {
  if (confinement === null || end.exitCode === 0) return null
  return explainSandboxFailure(`${shell.stderr.text()}\n${shell.stdout.text()}`, confinement)
}

/** What a person sees of a command that still runs. */
function describeShellProgress(
  { stdout, stderr }: Pick<ShellProcess, 'stdout' | 'stderr'>,
  { elapsedMs, timeoutMs }: { readonly elapsedMs: number; readonly timeoutMs: number },
): BashProgress {
  const fullOutput = stripControl(`${stdout.text(FULL_UNITS)}${stderr.text(FULL_UNITS)}`)
  return {
    type: 'bash_progress',
    output: fullOutput.trimEnd().split('\n').slice(-LAST_LINES).join('\n'),
    fullOutput,
    elapsedTimeSeconds: Math.max(0, Math.round(elapsedMs / 1000)),
    totalLines: stdout.lines() + stderr.lines(),
    timeoutMs,
  }
}

/** Starts a command that goes on by itself and gives the id under which it can be asked about. */
export function runInBackground(call: {
  readonly command: string
  readonly cwd: string
  readonly description: string | undefined
  readonly context: ToolContext
  readonly confinement: Keeping | null
}): ToolOutcome {
  const { command, cwd, description, context, confinement } = call
  const { shells } = context.services
  if (shells === null || context.signal.aborted) {
    return toErrorOutcome(NOT_STARTED)
  }
  const confine = confinement?.confine
  const id = shells.start({ command, cwd, confine, ...(description !== undefined && { description }) })
  return describeBackgroundShell(id)
}

/** What the model reads of a command that goes on by itself. */
function describeBackgroundShell(id: string): ToolOutcome {
  return {
    content: `The command runs in the background with the id ${id}. Read what it prints with BashOutput, stop it with KillShell.`,
    data: { stdout: '', stderr: '', interrupted: false, isImage: false, backgroundTaskId: id },
  }
}

const NOT_STARTED =
  'The command was not started: nothing can run in the background here. Run it without run_in_background.'
