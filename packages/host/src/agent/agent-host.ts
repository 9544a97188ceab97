import type {
  AgentTool,
  HookCallbacks,
  LocalCommand,
  PermissionPrompt,
  QueryEngineOptions,
  SessionServices,
  TaskEvent,
} from '@antiphon/engine'
import type { OnStored } from './mirror-store.ts'
import type { ServerHost } from './open-servers.ts'

/** What the one who drives an agent adds to it: a terminal, a page, or a program at the other end of a pipe. */
export type AgentHost = {
  /** How entries name the way in: `cli`, `sdk-cli`, `sdk-ts`, … */
  readonly entrypoint: string
  /** Null where nobody can be asked. */
  readonly ask: PermissionPrompt | null
  /** Lets a person choose; absent where nobody can. */
  readonly questions?: SessionServices['questions']
  readonly hooks?: HookCallbacks
  /** Tools beside the built-in ones and those of servers. */
  readonly tools?: readonly AgentTool[]
  /** Commands that only the host can answer. */
  readonly commands?: readonly LocalCommand[]
  readonly systemPrompt?: { readonly replaceBy?: string; readonly append?: string }
  /** Servers that live in the host. */
  readonly servers?: ServerHost
  /** Agents beside those of files, by name. */
  readonly agents?: unknown
  /** Hears what subagents do. */
  readonly onTask?: (event: TaskEvent, sessionId: string) => void
  /** Hears of calls that were refused without asking anybody. */
  readonly onDenied?: (...denial: [...OnDenied, sessionId: string]) => void
  /** Hears of every entry once it is stored. */
  readonly onStored?: OnStored
}

type OnDenied = Parameters<NonNullable<QueryEngineOptions['onDenied']>>
