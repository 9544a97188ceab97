import type { ShellProcess } from '../shell/start-shell.ts'

/** The editor in which a person works, as far as it lends a hand: what is open in it counts before what is on disk. */
export type Editor = {
  /** The text of a file as the person sees it, unsaved changes included; null where it has none to tell. */
  readonly readText: ((path: string) => Promise<string | null>) | null
  /** Changes the file where the person sees it. */
  readonly writeText: ((path: string, text: string) => Promise<void>) | null
  /** Runs a command in a terminal that the person sees. */
  readonly startCommand:
    | ((command: TerminalCommand) => Promise<ShellProcess | { readonly problem: string }>)
    | null
}

export type TerminalCommand = {
  readonly script: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The call that it belongs to. */
  readonly toolUseId: string
}

/** When a file was changed last that is open in an editor and was never saved. */
export const NEVER_SAVED = -1
