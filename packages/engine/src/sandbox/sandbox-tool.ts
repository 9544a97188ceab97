import type { NetworkProxy } from './network-proxy.ts'
import type { ConfinedProgram, PlainProgram } from './sandbox.ts'
import type { SandboxFiles } from './sandbox-files.ts'
import type { SandboxPlan } from './sandbox-plan.ts'

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
