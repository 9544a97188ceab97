import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { DEFAULT_MODEL, resolveModelAlias } from '@antiphon/contract'
import { createInitMessage, createUsageLedger, type SystemInitMessage } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { UsageLedger } from '@antiphon/core/usage'
import {
  type AgentDefinition,
  type AgentTool,
  type Checkpoints,
  chooseProvider,
  createQueryEngine,
  createSampling,
  createSkillLibrary,
  type Editor,
  type FoundSkills,
  findSandboxTool,
  type HookCallbacks,
  type LocalCommand,
  listAgents,
  type OpenCommands,
  openCommandLibrary,
  type PermissionPrompt,
  type Provider,
  personFolder,
  type QueryEngine,
  type QueryEngineOptions,
  type QueuedPrompt,
  type ReadSettingsOptions,
  readAgentDefinitions,
  readSettings,
  type SessionServices,
  type Settings,
  skillFolders,
  type TaskEvent,
} from '@antiphon/engine'
import { homeOf, type Io } from '../io.ts'
import { createScheduleFile } from '../schedule/schedule-file.ts'
import { createSessionSchedule, type SessionSchedule } from '../schedule/session-schedule.ts'
import { COMPATIBLE_VERSION } from '../version.ts'
import { type AgentFlags, checkFlagRules } from './agent-flags.ts'
import { chooseSession } from './choose-session.ts'
import type { ChosenSession } from './chosen-session.ts'
import { createAgentToolbox } from './create-agent-toolbox.ts'
import { describeViewRepairs } from './describe-view-repairs.ts'
import { findKeySource } from './find-key-source.ts'
import type { OnStored } from './mirror-store.ts'
import { findWaitingPrompts, openCheckpoints, openRecording, type Recording } from './open-recording.ts'
import { type OpenServers, openServers, type ServerHost } from './open-servers.ts'
import { openTelemetryOf, watchAgent } from './open-telemetry-of.ts'
import { createOpenedThings, type OpenedThings } from './opened-things.ts'
import { describeMaxRetries } from './read-environment.ts'
import { createDemoModelServer } from './start-demo.ts'
import { collectAgentContext, toEngineOptions } from './to-engine-options.ts'
import { toSettingsChoice } from './to-settings-choice.ts'

/** What a person's flags say, and what the one who drives the agent adds: a terminal, a page, or a program at the other end of a pipe. */
export type OpenAgentOptions = {
  readonly flags: AgentFlags
  readonly io: Io
  /** Aborted when nobody needs the agent any more. */
  readonly signal: AbortSignal
  readonly cwd: string
  /** Which session, where the flags do not choose it. */
  readonly session?: ChosenSession | undefined
  /** How entries name the way in: `cli`, `sdk-cli`, `sdk-ts`, … */
  readonly entrypoint: string
  /** Null where nobody can be asked. */
  readonly ask: PermissionPrompt | null
  /** Lets a person choose; absent where nobody can. */
  readonly questions?: SessionServices['questions']
  /** The editor that the person works in; absent where none lends a hand. */
  readonly editor?: Editor | null
  readonly hooks?: HookCallbacks
  /** Tools beside the built-in ones and those of servers. */
  readonly tools?: readonly AgentTool[]
  /** Commands that only the host can answer. */
  readonly hostCommands?: readonly LocalCommand[]
  readonly systemPrompt?: { readonly replaceBy?: string; readonly append?: string }
  /** Servers that live in the host. */
  readonly serverHost?: ServerHost | undefined
  /** Agents beside those of files, by name. */
  readonly agentsJson?: unknown
  /** Hears what subagents do. */
  readonly onTask?: (event: TaskEvent, sessionId: string) => void
  /** Hears of calls that were refused without asking anybody. */
  readonly onDenied?: (...denial: [...OnDenied, sessionId: string]) => void
  /** Hears of every entry once it is stored. */
  readonly onStored?: OnStored | undefined
}

type OnDenied = Parameters<NonNullable<QueryEngineOptions['onDenied']>>

/** What an agent is made of. */
export type AgentParts = OpenAgentOptions & {
  readonly sessionId: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Adds variables for what is started from now on. */
  readonly setVariables: (variables: Readonly<Record<string, string>>) => void
  readonly settings: Settings
  /** Where they come from, and how far each source counts. */
  readonly settingsChoice: ReadSettingsOptions
  readonly provider: Provider
  /** Whose key it is asked with, as the log tells it. */
  readonly keySource: SystemInitMessage['apiKeySource']
  /** What every answer of this process used, subagents included. */
  readonly spending: UsageLedger
  readonly model: string
  readonly servers: OpenServers
  readonly skills: FoundSkills
  /** Commands that are written in files. */
  readonly commands: OpenCommands
  readonly agents: readonly AgentDefinition[]
  readonly recording: Recording
  readonly checkpoints: Checkpoints | null
  readonly schedule: SessionSchedule
  readonly waitingPrompts: readonly QueuedPrompt[]
  /** Where plan mode keeps the plan; null where nothing is stored. */
  readonly planFile: string | null
  readonly additionalDirectories: readonly string[]
}

/** An agent that is ready to be talked to. */
export type OpenAgent = AgentParts & {
  readonly engine: QueryEngine
  /** What a person should know: that it is a demo, settings that could not be read, servers that did not start. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** Puts an agent together from flags, settings files, memory, tools, servers, a provider and a session. */
export async function openAgent(options: OpenAgentOptions): Promise<OpenAgent> {
  const opened = createOpenedThings()
  try {
    return await assemble(options, opened)
  } catch (error) {
    // The first failure is what a person has to know.
    await opened.close().catch(() => undefined)
    throw error
  }
}

async function assemble(options: OpenAgentOptions, opened: OpenedThings): Promise<OpenAgent> {
  const { flags, io, cwd } = options
  const home = homeOf(io) ?? cwd
  const flagProblems = checkFlagRules(flags)
  const settingsChoice = await toSettingsChoice({ flags, io, cwd })
  const { settings, problems } = await readSettings(settingsChoice)
  const env: Record<string, string | undefined> = { ...io.env, ...settings.env }
  const isStored = flags.sessionPersistence
  const isKnown = isStored || flags.resume !== undefined || flags.continue === true
  const session = options.session ?? (isKnown ? await chooseSession(flags, cwd, io) : null)
  const sessionId = session?.key.session ?? flags.sessionId ?? randomUUID()
  const demo = createDemoModelServer()
  opened.add(demo.close)
  const spending = createUsageLedger()
  const telemetry = await openTelemetryOf({ ...options, settingsChoice, settings, sessionId })
  if (telemetry) opened.add(telemetry.close)
  const chosen = await chooseProvider({ env, startDemo: demo.start, spending })
  const provider = telemetry?.provider(chosen) ?? chosen
  const model = resolveModelAlias(
    flags.model ?? env.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL,
    DEFAULT_MODEL,
  )
  const additionalDirectories = [...settings.permissions.additionalDirectories, ...flags.addDir].map(folder =>
    resolve(cwd, folder),
  )
  const ask = options.ask && (telemetry?.ask(options.ask) ?? options.ask)
  const { deny } = settings.permissions
  const servers = await openServers({
    ...{ ...options, env, settings, home: homeOf(io), roots: [cwd, ...additionalDirectories] },
    ...(ask && {
      onSampling: createSampling({ provider, model, ask, denied: [...deny, ...flags.disallowedTools] }),
    }),
  })
  opened.add(() => servers.servers.close())
  const opening = await openRecording(session, { ...options, sessionId })
  const recording = telemetry ? { ...opening, recorder: telemetry.recorder(opening.recorder) } : opening
  opened.add(recording.close)
  const closing = new AbortController()
  opened.add(async () => closing.abort())
  const places = { cwd, home, env, ...(flags.settingSources && { sources: flags.settingSources }) }
  const agents = await readAgentDefinitions({ ...places, json: options.agentsJson ?? flags.agents })
  const { isTrusted } = settingsChoice
  const parts: AgentParts = {
    ...options,
    ask,
    ...(telemetry && watchAgent(options, telemetry)),
    ...{ sessionId, home, env, settings, settingsChoice, provider, spending, servers, recording },
    keySource: await findKeySource({ env, provider, settingsChoice }),
    setVariables: variables => void Object.assign(env, variables),
    model,
    agents: listAgents(agents.agents),
    skills: await createSkillLibrary({ cwd, folders: skillFolders({ ...places, isTrusted }) }),
    commands: await openCommandLibrary({ ...places, isTrusted }),
    waitingPrompts: await findWaitingPrompts(session),
    planFile: isStored ? join(personFolder({ home, env }), 'plans', `${sessionId}.md`) : null,
    checkpoints: openCheckpoints(session, { cwd, env, recording, signal: closing.signal }),
    schedule: createSessionSchedule(
      isStored && session && session.root !== null ? createScheduleFile(session.root, session.key) : null,
    ),
    additionalDirectories,
  }
  const context = await collectAgentContext(parts)
  const currentToolbox = createAgentToolbox(parts)
  const engine: QueryEngine = createQueryEngine({
    ...toEngineOptions(parts, context, () => engine.permissions().mode),
    toolbox: currentToolbox(),
    opening: () => [toInitMessage(parts, engine)],
  })
  servers.servers.onChange(() => engine.setToolbox(currentToolbox()))
  opened.add(engine.close)
  return {
    ...parts,
    engine,
    problems: [
      ...(provider.name.startsWith('demo') ? [`talking to the ${provider.name}.`] : []),
      ...[...flagProblems, ...describeMaxRetries(env)].map(toLine),
      ...problems.map(({ file, what, whatToDo }) => toLine(`${file}: ${what}; ${whatToDo}.`)),
      ...(await describeMissingSandbox(parts)).map(toLine),
      ...(telemetry?.problems ?? []).map(toLine),
      ...agents.problems.map(({ source, what, whatToDo }) => stripControl(`${source}: ${what}. ${whatToDo}`)),
      ...[...parts.skills.problems, ...parts.commands.problems()].map(({ file, what }) =>
        toLine(`${file}: ${what}.`),
      ),
      ...context.problems.map(({ path, what }) => toLine(`${path}: ${what}.`)),
      ...servers.problems,
      ...recording.repairs,
      ...describeViewRepairs(recording.path, engine.repairs()),
    ],
    close: opened.close,
  }
}

/** A name in a file that somebody else wrote must not look like a line of ours. */
function toLine(text: string): string {
  return stripControl(text).replaceAll(/\s+/g, ' ')
}

/** What a person should know who asked for a sandbox on a machine that has none. */
async function describeMissingSandbox({ settings, env }: AgentParts): Promise<readonly string[]> {
  const { enabled, failIfUnavailable, enableWeakerNestedSandbox } = settings.sandbox
  if (enabled !== true) return []
  const tool = await findSandboxTool(env, { mayBeWeaker: enableWeakerNestedSandbox })
  if (tool.kind !== 'none') return []
  const so = failIfUnavailable ? 'no command is run' : 'commands run outside and are asked about'
  return [`there is no sandbox: ${tool.reason}, so ${so}. To have one: ${tool.whatToDo}.`]
}

/** What a session begins with each time that it is opened, for its log: who answers, what it can do and where. */
function toInitMessage(
  { sessionId, keySource, cwd, servers }: AgentParts,
  engine: QueryEngine,
): SystemInitMessage {
  return createInitMessage({
    sessionId,
    apiKeySource: keySource,
    cwd,
    version: COMPATIBLE_VERSION,
    tools: engine.toolNames(),
    mcp_servers: servers.servers.status().map(({ name, status }) => ({ name, status })),
    model: engine.model(),
    permissionMode: engine.permissions().mode,
  })
}
