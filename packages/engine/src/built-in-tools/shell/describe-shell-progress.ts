import type { BashProgress } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { ShellProcess } from '../../shell/start-shell.ts'

/** What a person sees of a command that still runs. */
export function describeShellProgress(
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

const FULL_UNITS = 4_000
const LAST_LINES = 5
