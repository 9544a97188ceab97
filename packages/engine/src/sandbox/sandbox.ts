import type { ChildProcess } from 'node:child_process'
import type { PermissionState } from '../permissions/permission.ts'
import type { NetworkProxy } from './network-proxy.ts'
import type { SandboxFiles } from './sandbox-files.ts'
import type { SandboxSettings } from './sandbox-settings.ts'

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

type CommandChoice = {
  readonly command: string
  /** The caller says that it cannot run inside. */
  readonly wantsOut: boolean
}

/** Null: it runs as it is. */
type Confinement = null | { readonly problem: string } | Keeping

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

/** What a command finds inside. Paths are real and exist, but for those in `absent`. */
export type SandboxPlan = {
  /** `rules`: all as outside but what rules for files forbid. `folder`: writing only in the folders, and no network. */
  readonly level: SandboxLevel
  /** Where it may write; only for `folder`. */
  readonly writable: readonly string[]
  /** Folders above what is kept: they cannot be moved away, with all that is below. */
  readonly pinned: readonly string[]
  /** What it may read and not change. */
  readonly readOnly: readonly string[]
  /** What stays writable inside of those. */
  readonly writableInside: readonly string[]
  /** What it does not see. */
  readonly hidden: readonly string[]
  /** What is empty for it: programs that look for their settings there go on without. */
  readonly emptied: readonly string[]
  /** What it sees all the same of both. */
  readonly shown: readonly string[]
  /** What does not exist and must not come to be: whatever appears there is moved aside afterwards. */
  readonly absent: readonly string[]
  /** Why commands inside have to be asked about all the same; null where nothing speaks against it. */
  readonly weakness: string | null
}

export type SandboxLevel = 'rules' | 'folder'

/** What of the system keeps commands in on this machine. */
export interface SandboxTool {
  readonly kind: 'bubblewrap' | 'seatbelt'
  /** What it is and how well it keeps, as a person reads it behind "Kept by". */
  readonly description: string
  /** What programs find where the person's keys are: nothing, or a door that does not open. */
  readonly secretsAre: 'Empty' | 'Closed'
  /** What must be there before a command can reach the hosts that it may reach. */
  prepareNetwork(proxy: NetworkProxy): Promise<void>
  confine(command: KeptCommand): ToolStart
}

/** Why nothing keeps commands in. */
export type MissingTool = { readonly kind: 'none'; readonly reason: string; readonly whatToDo: string }

/** Looks for a tool and tries it out: it may be there and not be let work. */
export type FindSandboxTool = (
  env: Readonly<Record<string, string | undefined>>,
  options: { readonly mayBeWeaker: boolean },
) => Promise<SandboxTool | MissingTool>

/** A command, and what has to be kept of it. */
export type KeptCommand = {
  readonly plain: PlainProgram
  readonly plan: SandboxPlan
  readonly isRoot: boolean
  readonly opens: SandboxOpenings
  readonly files: SandboxFiles
  /** What leads to allowed hosts; null where none is allowed, or all are. */
  readonly network: {
    readonly proxy: NetworkProxy
    readonly onRefused: (host: string) => void
  } | null
}

/** What is open of this machine itself. */
export type SandboxOpenings = {
  /** Sockets of other programs. */
  readonly sockets: boolean
  /** Its ports, where a command has none of its own. */
  readonly ports: boolean
}

/** How a tool starts it. */
export type ToolStart = Pick<ConfinedProgram, 'file' | 'args' | 'streams' | 'onStart' | 'isGone'> & {
  /** Where programs inside find the proxy. */
  readonly proxyPort: number | null
  readonly onEnd: () => void
}
