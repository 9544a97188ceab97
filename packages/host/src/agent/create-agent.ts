import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PermissionMode } from '@antiphon/core'
import {
  type AgentTool,
  type PermissionPrompt,
  type QueryEngine,
  type QueryEvent,
  runToEnd,
  type SettingSource,
  type TurnResult,
} from '@antiphon/engine'
import { resumeSession, type TranscriptStore, toProjectKey } from '@antiphon/transcript'
import type { Io } from '../io.ts'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'
import type { ChosenSession } from './chosen-session.ts'
import { openAgent } from './open-agent.ts'

/** What an embedder decides; the rest is as `antiphon -p` has it. */
export type AgentOptions = {
  /** Where the agent works; the process's folder unless told. */
  readonly cwd?: string
  readonly model?: string
  /** Keys, addresses and switches; the process's own variables unless told. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly systemPrompt?: string
  /** Tools of your own, as `createTool` makes them. */
  readonly tools?: readonly AgentTool[]
  /** Which built-in tools there are; all unless told. */
  readonly builtInTools?: readonly string[]
  readonly permissions?: AgentPermissions
  /** Where the log is kept; the person's folder of sessions unless told. It stays open when the agent closes. */
  readonly store?: TranscriptStore
  /** The session to go on with. */
  readonly resume?: string
  /** The id of a new session. */
  readonly sessionId?: string
  /** Which settings files count; none unless told, so that an agent is the same on every machine. */
  readonly settingSources?: readonly SettingSource[]
  /** Ends the agent's work from outside. */
  readonly signal?: AbortSignal
  /** Hears what a person should know while the agent runs. */
  readonly onProblem?: (problem: string) => void
}

export type AgentPermissions = {
  readonly mode?: PermissionMode
  /** Rules as in settings files: `Read`, `Bash(npm test:*)`. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly additionalDirectories?: readonly string[]
  /** Asked about what rules leave open; without it such calls are refused. */
  readonly ask?: PermissionPrompt
}

/** An agent in this process. */
export interface Agent {
  readonly sessionId: string
  /** What was found wrong or unusual when it was put together. */
  readonly problems: readonly string[]
  /** Runs a turn and tells what happens; its result comes when all of it is durable. */
  submit(prompt: string): AsyncGenerator<QueryEvent, TurnResult, undefined>
  /** Runs a turn for its result alone. */
  ask(prompt: string): Promise<TurnResult>
  interrupt(): void
  /** All else that a session can do. */
  readonly engine: QueryEngine
  close(): Promise<void>
}

/** Puts an agent together: model, tools, permissions, log. */
export async function createAgent(options: AgentOptions = {}): Promise<Agent> {
  const { cwd = process.cwd(), permissions = {}, tools = [] } = options
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  const session = options.store && (await openStoredSession(options, options.store, cwd))
  const { engine, sessionId, problems, close } = await openAgent({
    flags: toFlags(options),
    io: createQuietIo(options, signal),
    ...{ cwd, signal, session, tools },
    entrypoint: 'sdk-ts',
    ask: permissions.ask ?? null,
  })
  return {
    ...{ engine, sessionId, problems },
    submit: prompt => engine.submit(prompt, { signal }),
    ask: prompt => runToEnd(engine.submit(prompt, { signal })),
    interrupt: () => engine.interrupt(),
    async close() {
      stop.abort()
      await close()
    },
  }
}

function toFlags({ permissions = {}, settingSources = [], ...options }: AgentOptions): AgentFlags {
  return {
    model: options.model,
    systemPrompt: options.systemPrompt,
    tools: options.builtInTools,
    permissionMode: permissions.mode,
    allowedTools: permissions.allow ?? [],
    disallowedTools: permissions.deny ?? [],
    addDir: permissions.additionalDirectories ?? [],
    settingSources,
    mcpConfig: [],
    sessionPersistence: true,
    // In a store of their own the session is chosen already.
    ...(!options.store && { resume: options.resume, sessionId: options.sessionId }),
  }
}

/** A session in a store of the embedder's. */
async function openStoredSession(
  { resume, sessionId }: AgentOptions,
  store: TranscriptStore,
  cwd: string,
): Promise<ChosenSession> {
  const key = { project: toProjectKey(cwd), session: resume ?? sessionId ?? randomUUID() }
  const resumed = resume === undefined ? null : await resumeSession(store, key)
  if (resumed && resumed.messages.length === 0)
    throw new ProgramError('unreadable', `The store has no session ${key.session} of ${cwd} to go on with.`)
  // Whoever brings a store closes it.
  return { store: { ...store, close: async () => {} }, root: null, key, resumed, isFork: false }
}

/** An embedder has no terminal: what a person should know is told to it. */
function createQuietIo({ env = process.env, onProblem }: AgentOptions, signal: AbortSignal): Io {
  const output = { isTerminal: false, columns: () => undefined }
  return {
    ...{ env, signal },
    stdin: Readable.from([]),
    stdout: { ...output, write: async () => {} },
    stderr: { ...output, write: async text => onProblem?.(text.trimEnd()) },
    onClosedOutput: () => {},
  }
}
