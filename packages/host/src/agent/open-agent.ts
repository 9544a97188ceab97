import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { DEFAULT_MODEL, resolveModelAlias } from '@antiphon/contract'
import { createUsageLedger, type SystemInitMessage } from '@antiphon/core'
import { stripControl } from '@antiphon/core/ui'
import type { UsageLedger } from '@antiphon/core/usage'
import {
  type AgentDefinition,
  type Checkpoints,
  chooseProvider,
  createQueryEngine,
  createSkillLibrary,
  type FoundSkills,
  listAgents,
  meterProvider,
  type OpenCommands,
  openCommandLibrary,
  type Provider,
  personFolder,
  type QueryEngine,
  type QueuedPrompt,
  type ReadSettingsOptions,
  readAgentDefinitions,
  readSettings,
  type SessionContext,
  type Settings,
  skillFolders,
} from '@antiphon/engine'
import { homeOf } from '../input/find-session.ts'
import type { Io } from '../io.ts'
import { createScheduleFile } from '../schedule/schedule-file.ts'
import { createSessionSchedule, type SessionSchedule } from '../schedule/session-schedule.ts'
import type { AgentFlags } from './agent-flags.ts'
import type { AgentHost } from './agent-host.ts'
import { checkFlagRules } from './check-flag-rules.ts'
import { type ChosenSession, chooseSession } from './choose-session.ts'
import { collectAgentContext, readAgentMemory } from './collect-agent-context.ts'
import { createAgentToolbox } from './create-agent-toolbox.ts'
import { describeMissingSandbox } from './describe-missing-sandbox.ts'
import { describeViewRepairs } from './describe-view-repairs.ts'
import { findKeySource } from './find-key-source.ts'
import { findWaitingPrompts } from './find-waiting-prompts.ts'
import { openCheckpoints } from './open-checkpoints.ts'
import { openRecording, type Recording } from './open-recording.ts'
import { type OpenServers, openServers } from './open-servers.ts'
import { createOpenedThings, type OpenedThings } from './opened-things.ts'
import { describeMaxRetries } from './read-max-retries.ts'
import { createDemoModelServer } from './start-demo.ts'
import { toEngineOptions, toPermissions } from './to-engine-options.ts'
import { toInitMessage } from './to-init-message.ts'
import { toSessionChoice } from './to-session-choice.ts'
import { toSettingsChoice } from './to-settings-choice.ts'

/** An agent that is ready to be talked to. */
export type OpenAgent = {
  readonly engine: QueryEngine
  readonly parts: AgentParts
  readonly sessionId: string
  /** What a person should know: that it is a demo, settings that could not be read, servers that did not start. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** What an agent is made of. */
export type AgentParts = {
  readonly flags: AgentFlags
  readonly host: AgentHost
  readonly io: Io
  readonly cwd: string
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

export type OpenAgentOptions = {
  readonly flags: AgentFlags
  readonly io: Io
  /** Aborted when nobody needs the agent any more. */
  readonly signal: AbortSignal
  readonly cwd: string
  readonly host: AgentHost
  /** Which session, where the flags do not choose it. */
  readonly session?: ChosenSession
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
  const { flags, io, cwd, host, signal } = options
  const home = homeOf(io) ?? cwd
  const flagProblems = checkFlagRules(flags)
  const settingsChoice = await toSettingsChoice({ flags, io, cwd })
  const { settings, problems } = await readSettings(settingsChoice)
  const env: Record<string, string | undefined> = { ...io.env, ...settings.env }
  const isStored = flags.sessionPersistence
  const isKnown = isStored || flags.resume !== undefined || flags.continue === true
  const session = options.session ?? (isKnown ? await chooseSession(toSessionChoice(flags, cwd), io) : null)
  const sessionId = session?.key.session ?? flags.sessionId ?? randomUUID()
  const demo = createDemoModelServer()
  opened.add(demo.close)
  const spending = createUsageLedger()
  const provider = meterProvider(await chooseProvider({ env, startDemo: demo.start }), spending)
  const servers = await openServers({
    ...{ cwd, env, settings, signal, host: host.servers },
    configs: flags.mcpConfig,
    isStrict: flags.strictMcpConfig === true,
  })
  opened.add(servers.close)
  const { entrypoint, onStored } = host
  const recording = await openRecording(session, {
    ...{ cwd, sessionId, isStored, entrypoint, onStored },
    isBareMode: flags.bare === true,
  })
  opened.add(recording.close)
  const places = { cwd, home, env, ...(flags.settingSources && { sources: flags.settingSources }) }
  const agents = await readAgentDefinitions({ ...places, json: host.agents ?? flags.agents })
  const { isTrusted } = settingsChoice
  const parts: AgentParts = {
    ...{ flags, host, io, cwd, home, env, settings, settingsChoice, provider },
    ...{ spending, servers, recording },
    keySource: await findKeySource({ env, provider, settingsChoice }),
    setVariables: variables => void Object.assign(env, variables),
    model: resolveModelAlias(
      flags.model ?? env.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL,
      DEFAULT_MODEL,
    ),
    agents: listAgents(agents.agents),
    skills: await createSkillLibrary({ cwd, folders: skillFolders({ ...places, isTrusted }) }),
    commands: await openCommandLibrary({ ...places, isTrusted }),
    waitingPrompts: await findWaitingPrompts(session),
    planFile: isStored ? join(personFolder({ home, env }), 'plans', `${sessionId}.md`) : null,
    checkpoints: await openCheckpoints(session, { cwd, env, recording }),
    schedule: createSessionSchedule(
      isStored && session && session.root !== null ? createScheduleFile(session.root, session.key) : null,
    ),
    additionalDirectories: [...settings.permissions.additionalDirectories, ...flags.addDir].map(folder =>
      resolve(cwd, folder),
    ),
  }
  const context = await collectAgentContext(parts)
  const engine = createAgentEngine(parts, context)
  opened.add(() => engine.close())
  return {
    engine,
    parts,
    sessionId,
    problems: [
      ...(provider.name.startsWith('demo') ? [`talking to the ${provider.name}.`] : []),
      ...[...flagProblems, ...describeMaxRetries(env)].map(toLine),
      ...problems.map(({ file, what, whatToDo }) => toLine(`${file}: ${what}; ${whatToDo}.`)),
      ...(await describeMissingSandbox(parts)).map(toLine),
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

/** The engine; it follows its servers as they come and go. */
function createAgentEngine(parts: AgentParts, context: SessionContext): QueryEngine {
  const permissions = toPermissions(parts)
  const currentToolbox = createAgentToolbox(parts, permissions)
  const options = toEngineOptions(parts, context, () => engine.permissions().mode)
  const engine: QueryEngine = createQueryEngine({
    ...options,
    permissions,
    toolbox: currentToolbox(),
    readMemory: () => readAgentMemory(parts),
    opening: () => [toInitMessage(parts, engine)],
  })
  parts.servers.servers.onChange(() => engine.setToolbox(currentToolbox()))
  return engine
}
