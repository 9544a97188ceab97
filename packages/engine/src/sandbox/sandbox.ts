import type { ChildProcess } from 'node:child_process'
import type { PermissionState } from '../permissions/permission.ts'
import type { SandboxLevel, SandboxPlan } from './sandbox-plan.ts'
import type { SandboxSettings } from './sandbox-settings.ts'
import type { MissingTool, SandboxTool } from './sandbox-tool.ts'

/** Keeps what commands do within what rules and settings allow, by the system itself. */
export interface Sandbox {
  readonly settings: SandboxSettings
  /** How a command will run, before anybody is asked about it. */
  choose(command: CommandChoice, state: PermissionState): Promise<Confinement>
  /** What commands find inside now. */
  describe(state: PermissionState): Promise<SandboxReport>
  /** Nothing of it stays. */
  close(): Promise<void>
}

export type CommandChoice = {
  readonly command: string
  /** The caller says that it cannot run inside. */
  readonly wantsOut: boolean
}

/** Null: it runs as it is. */
export type Confinement = null | { readonly problem: string } | Keeping

/** What keeps a command in. */
export type Keeping = {
  readonly level: SandboxLevel
  /** Why it has to be asked about all the same; null where nothing speaks against it. */
  readonly weakness: string | null
  /** Where the command may leave files. */
  readonly temporaryFolder: string
  readonly confine: Confine
}

/** Makes of a program one that starts it inside. */
export type Confine = (program: PlainProgram) => ConfinedProgram | { readonly problem: string }

export type PlainProgram = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export type ConfinedProgram = Omit<PlainProgram, 'cwd'> & {
  /** What is opened beside the three standard streams. */
  readonly streams: readonly (number | 'pipe' | 'ignore')[]
  readonly onStart: (child: ChildProcess) => void
  /** Resolves when nothing that it started lives any longer; null where nobody can tell. */
  readonly isGone: ((child: ChildProcess) => Promise<void>) | null
  /** When all of it has ended: what was refused and what was taken away, in words for the model. */
  readonly onEnd: () => readonly string[]
}

/** What is in force, for people. */
export type SandboxReport = {
  readonly tool: SandboxTool | MissingTool
  readonly level: SandboxLevel | null
  readonly plan: SandboxPlan | { readonly problem: string } | null
  readonly settings: SandboxSettings
}
