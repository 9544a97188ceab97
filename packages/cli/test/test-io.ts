import { Readable } from 'node:stream'
import { exitCodeOf, type Io, type Output, ProgramError, run } from '../src/index.ts'

export type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }

export type RunOptions = {
  readonly stdin?: string | Uint8Array | readonly Uint8Array[]
  readonly env?: Readonly<Record<string, string>>
  /** Makes standard output a terminal of this width. */
  readonly terminalWidth?: number
  /** Aborted where the person presses Ctrl-C. */
  readonly signal?: AbortSignal
}

/** Runs a command line in this process and gives what it wrote; an error becomes its text, as main.ts prints it. */
export async function runHere(argv: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const stdout = createOutput(options.terminalWidth)
  const stderr = createOutput()
  const io: Io = {
    stdin: Readable.from(toChunks(options.stdin)),
    stdout: stdout.output,
    stderr: stderr.output,
    env: options.env ?? {},
    signal: options.signal ?? new AbortController().signal,
    onClosedOutput: () => {},
  }
  try {
    const code = await run(argv, io)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    return { code: exitCodeOf(error), stdout: stdout.text(), stderr: stderr.text() + error.message }
  }
}

function toChunks(stdin: RunOptions['stdin']): readonly Uint8Array[] {
  if (stdin === undefined) return []
  return typeof stdin === 'string' || stdin instanceof Uint8Array ? [Buffer.from(stdin)] : stdin
}

function createOutput(columns?: number): { readonly output: Output; readonly text: () => string } {
  const parts: string[] = []
  return {
    output: {
      write: async text => {
        parts.push(text)
      },
      isTerminal: columns !== undefined,
      columns: () => columns,
    },
    text: () => parts.join(''),
  }
}
