import { Readable } from 'node:stream'
import { stripControl } from '@antiphon/core/ui'
import { type ExitCode, type Io, type Output, ProgramError } from '@antiphon/host'

/** Runs a command line of the executable; `run.ts` is it. */
export type RunCommand = (argv: readonly string[], io: Io) => Promise<ExitCode>

/** What a command line printed, results and notes, or why it could not. */
type Captured = { readonly text: string; readonly isDone: boolean }

/** Runs a command line and reads what it prints. */
export async function capture(
  argv: readonly string[],
  { io, runCommand }: { readonly io: Io; readonly runCommand: RunCommand },
): Promise<Captured> {
  const printed: string[] = []
  let isDone = true
  const output: Output = {
    isTerminal: false,
    columns: () => COLUMNS,
    write: async text => void printed.push(text),
  }
  const { openPager: _pager, ...rest } = io
  try {
    await runCommand(argv, {
      ...rest,
      ...{ stdin: Readable.from([]), stdout: output, stderr: output },
      env: { ...io.env, NO_COLOR: '1', FORCE_COLOR: undefined },
      onClosedOutput: () => {},
    })
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    printed.push(error.message)
    isDone = false
  }
  return { text: stripControl(printed.join('')).trim(), isDone }
}

const COLUMNS = 100
