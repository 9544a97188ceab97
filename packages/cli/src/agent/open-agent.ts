import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { DEFAULT_MODEL, type PermissionMode, stripControl } from '@antiphon/core'
import {
  type AgentTool,
  chooseProvider,
  collectSessionContext,
  createBackgroundShells,
  createContextMessages,
  createHookRunner,
  createQueryEngine,
  createRetryPolicy,
  createSkillLibrary,
  createToolbox,
  createTools,
  decidePermission,
  GENERAL_PURPOSE_AGENT,
  type PermissionPrompt,
  type Provider,
  type QueryEngine,
  readSettings,
  type Settings,
  skillFolders,
  toEngineHooks,
  toSystemPrompt,
} from '@antiphon/engine'
import { toLogPath } from '@antiphon/transcript'
import { homeOf } from '../input/find-session.ts'
import type { Io } from '../io.ts'
import type { AgentFlags } from './agent-flags.ts'
import { chooseSession } from './choose-session.ts'
import { openRecording } from './open-recording.ts'
import { openServers } from './open-servers.ts'
import { createOpenedThings, type OpenedThings } from './opened-things.ts'
import { createDemoModelServer } from './start-demo.ts'

/** An agent that is ready to be talked to. */
export type OpenAgent = {
  readonly engine: QueryEngine
  readonly provider: Provider
  readonly sessionId: string
  readonly model: string
  /** What a person should know: settings that could not be read, servers that did not start. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

export type OpenAgentOptions = {
  readonly flags: AgentFlags
  readonly io: Io
  readonly cwd: string
  /** Null where nobody can be asked. */
  readonly ask: PermissionPrompt | null
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

async function assemble({ flags, io, cwd, ask }: OpenAgentOptions, opened: OpenedThings): Promise<OpenAgent> {
  const home = homeOf(io) ?? cwd
  const { settings, problems } = await readSettings({
    cwd,
    home,
    env: io.env,
    ...(flags.settings !== undefined && { flag: flags.settings }),
  })
  const env = { ...io.env, ...settings.env }
  const session = flags.sessionPersistence ? await chooseSession(toChoice(flags, cwd), io) : null
  const sessionId = session?.key.session ?? flags.sessionId ?? randomUUID()
  const demo = createDemoModelServer()
  opened.add(demo.close)
  const provider = await chooseProvider({ env, startDemo: demo.start })
  const model = flags.model ?? env.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL
  const servers = await openServers({ cwd, env, settings, configs: flags.mcpConfig, signal: io.signal })
  opened.add(servers.close)
  const recording = openRecording(session, { cwd, sessionId })
  opened.add(recording.close)
  const shells = createBackgroundShells({ env })
  const additionalDirectories = [...settings.permissions.additionalDirectories, ...flags.addDir].map(folder =>
    resolve(cwd, folder),
  )
  const context = await collectSessionContext({
    cwd,
    home,
    env,
    model,
    additionalDirectories,
    now: () => new Date(),
  })
  const engine = createQueryEngine({
    provider,
    model,
    ...(flags.fallbackModel !== undefined && { fallbackModel: flags.fallbackModel }),
    ...(flags.maxTurns !== undefined && { maxTurns: flags.maxTurns }),
    ...(env.CLAUDE_CODE_MAX_RETRIES && { retry: createRetryPolicy(Number(env.CLAUDE_CODE_MAX_RETRIES)) }),
    system: toSystemPrompt({
      ...(flags.systemPrompt !== undefined && { replaceBy: flags.systemPrompt }),
      ...(flags.appendSystemPrompt !== undefined && { append: flags.appendSystemPrompt }),
    }),
    toolbox: createToolbox([
      ...createTools({ agentTypes: [GENERAL_PURPOSE_AGENT] }).filter(isOn),
      ...servers.tools,
    ]),
    cwd,
    home,
    env,
    recorder: recording.recorder,
    ...(session?.resumed && { messages: session.resumed.messages }),
    permissions: {
      mode: toMode(flags, settings),
      rules: {
        allow: [...settings.permissions.allow, ...flags.allowedTools],
        deny: [...settings.permissions.deny, ...flags.disallowedTools],
        ask: settings.permissions.ask,
      },
      additionalDirectories,
      decide: decidePermission,
      ask,
    },
    services: { shells, skills: await createSkillLibrary({ folders: skillFolders({ cwd, home }) }) },
    hooks: toEngineHooks(
      createHookRunner({
        hooks: settings.disableAllHooks ? {} : settings.hooks,
        cwd,
        env,
        sessionId,
        transcriptPath: session ? toLogPath(session.root, session.key) : '',
      }),
    ),
    reminders: createContextMessages(context),
  })
  opened.add(() => engine.close())
  return {
    engine,
    provider,
    sessionId,
    model,
    problems: [
      ...problems.map(({ file, what, whatToDo }) => stripControl(`${file}: ${what}; ${whatToDo}.`)),
      ...servers.problems,
    ],
    close: opened.close,
  }
}

/** While a model can drop messages, every message bears a label: only for those who ask for it. */
function isOn({ name }: AgentTool): boolean {
  return name !== 'Snip'
}

function toChoice(flags: AgentFlags, cwd: string): Parameters<typeof chooseSession>[0] {
  return {
    cwd,
    ...(flags.resume !== undefined && { resume: flags.resume }),
    ...(flags.continue && { continue: true }),
    ...(flags.forkSession && { fork: true }),
    ...(flags.sessionId !== undefined && { sessionId: flags.sessionId }),
  }
}

function toMode(flags: AgentFlags, settings: Settings): PermissionMode {
  if (flags.dangerouslySkipPermissions) return 'bypassPermissions'
  return flags.permissionMode ?? settings.permissions.defaultMode ?? 'default'
}
