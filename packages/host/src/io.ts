import type { Readable } from 'node:stream'

/** All that a command may touch of the world around it; tests hand in their own. */
export type Io = {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted when the person presses Ctrl-C, or the process is told to end. */
  readonly signal: AbortSignal
  /** Has `leave` called when nobody reads the output any more; without it the process ends at once. */
  readonly onClosedOutput: (leave: () => void) => void
  /** Opens the person's pager; null where they have none. Absent where nobody sits before the output. */
  readonly openPager?: () => Promise<Pager | null>
  /** Runs a command line of this program beside it, unseen and after all others, and waits for nothing. Absent where it is no program. */
  readonly startBeside?: (argv: readonly string[], env: Io['env']) => void
}

/** A program in which a person reads; it has ended when it is closed. */
export interface Pager {
  write(text: string): Promise<void>
  close(): Promise<void>
}

export type Output = {
  /** Resolves when more may be written, so that a slow reader slows the writer. */
  readonly write: (text: string) => Promise<void>
  readonly isTerminal: boolean
  /** The terminal's width now, where there is one. */
  readonly columns: () => number | undefined
}

/** The person's home, as the environment names it. */
export function homeOf({ env }: Pick<Io, 'env'>): string | undefined {
  return env.HOME || env.USERPROFILE || undefined
}
