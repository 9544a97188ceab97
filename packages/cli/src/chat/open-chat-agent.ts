import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { UUID } from '@antiphon/core'
import { type AgentId, readAcpName } from '@antiphon/core/chat'
import type { Editor } from '@antiphon/engine'
import {
  findAcpProgram,
  findClaude,
  findLastSession,
  findPersonRoots,
  findReplica,
  findSession,
  findStoreUrl,
  type HeadlessFlags,
  homeOf,
  type Io,
  type OpenAgentFor,
  type PersonSettings,
  ProgramError,
  refuseToGoOn,
  type SessionPlaceName,
} from '@antiphon/host'
import {
  createFileStore,
  findMessageBefore,
  readSessionSummary,
  toLogPath,
  toSessionKey,
} from '@antiphon/transcript'

import type { ProgramCommandsOptions } from '../slash/create-program-commands.ts'
import { feedStoreAgent } from './feed-store-agent.ts'

/** Whom to talk to, and on which session. */
export type AgentWish = {
  readonly agent: AgentId
  readonly flags: HeadlessFlags
  readonly cwd: string
  /** The editor that the person works in, where our own tools are to use it. */
  readonly editor?: Editor | null
  /** How the log names the way in. */
  readonly entrypoint?: string
}

/** The agent that a person means: the named one, that of the settings where it is there, else one that can answer. */
export async function chooseAgent(
  named: AgentId | undefined,
  io: Io,
  settings: Pick<PersonSettings, 'agent'>,
): Promise<AgentId> {
  const hasStore = findStoreUrl(io) !== null
  if (named === 'claude' && hasStore)
    throw new ProgramError(
      'wrong-use',
      'Claude Code knows files only. `antiphon pull SESSION` makes a session of the store a file of this machine.',
    )
  if (named !== undefined) return named
  if (settings.agent === 'demo') return 'demo'
  // A key, a cloud or another address says that our own agent has somebody to ask.
  const hasProvider = PROVIDERS.some(name => io.env[name])
  if (settings.agent === 'antiphon' || hasProvider || hasStore) return 'antiphon'
  return (await findClaude({ env: io.env, home: homeOf(io) })) ? 'claude' : 'antiphon'
}

const PROVIDERS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
]

/** How that agent is opened; throws with what a person has to know where it cannot be. */
export async function planChatAgent(
  { agent, flags, cwd, editor = null, entrypoint = 'antiphon-chat' }: AgentWish,
  { io, runCommand }: ProgramCommandsOptions,
): Promise<OpenAgentFor> {
  // The engine and its clients are loaded when the prompt stands on the screen.
  const { CLAUDE_PROBLEMS, openOwnAgent, openProgramAgent, planClaudeAgent } = await import(
    '@antiphon/host/chat'
  )
  // Who talks may go back, in the files as well.
  const env = {
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: 'true',
    ...io.env,
    CLAUDE_CODE_ENTRYPOINT: entrypoint,
  }
  const name = readAcpName(agent)
  if (name !== null) {
    const { openAcpAgent } = await import('@antiphon/host/acp')
    const program = await findAcpProgram(name, io)
    return feedStoreAgent(openAcpAgent({ program, flags, cwd, env: io.env }), io)
  }
  if (agent !== 'claude') {
    const { createProgramCommands } = await import('../slash/create-program-commands.ts')
    const commands = createProgramCommands({ io, runCommand })
    return feedStoreAgent(openOwnAgent({ flags: toOwnFlags(flags, agent), cwd, env, commands, editor }), io)
  }
  const plan = await planClaudeAgent({
    ...(flags.sessionId !== undefined && { sessionId: flags.sessionId }),
    log: await findLog(flags, cwd, io),
    isFork: flags.forkSession === true,
    ...{ cwd, env: io.env, home: homeOf(io) },
    start: {
      addFolders: flags.addDir,
      ...(flags.model !== undefined && { model: flags.model }),
      ...(flags.permissionMode !== undefined && { permissionMode: flags.permissionMode }),
    },
  })
  if ('problem' in plan) throw new ProgramError('wrong-use', CLAUDE_PROBLEMS[plan.problem])
  return openProgramAgent(plan.options)
}

function toOwnFlags(flags: HeadlessFlags, agent: AgentId): HeadlessFlags {
  return {
    ...flags,
    includePartialMessages: true,
    replayUserMessages: true,
    permissionPromptTool: flags.permissionPromptTool ?? 'stdio',
    // Also where a person's own settings name a key.
    ...(agent === 'demo' && { settings: NO_KEYS }),
  }
}

const NO_KEYS = JSON.stringify({ env: Object.fromEntries(PROVIDERS.map(name => [name, ''])) })

type FoundLogFile = {
  readonly root: string
  readonly key: { readonly project: string; readonly session: string }
  readonly path: string
}

/** The log that goes on as it is, where it is a file of this machine; null where there is none, or its agent has to say. */
export async function findPastLog({ flags, cwd }: AgentWish, io: Io): Promise<string | null> {
  const isOther = flags.forkSession === true || flags.resumeSessionAt !== undefined
  if (isOther || findStoreUrl(io) !== null) return null
  const found = await findLog(flags, cwd, io).catch(() => null)
  return found?.path ?? null
}

async function findLog(flags: HeadlessFlags, cwd: string, io: Io): Promise<FoundLogFile | null> {
  const { roots } = await findPersonRoots(io)
  if (flags.resume !== undefined) {
    const { path, root } = await findSession(flags.resume, io)
    const refusal = refuseToGoOn({ root }, flags.resume, 'claude')
    if (refusal !== null) throw new ProgramError('wrong-use', refusal)
    const key = root === null ? null : toSessionKey(relative(resolve(root, 'projects'), resolve(path)))
    if (root === null || !key)
      throw new ProgramError('wrong-use', `${path} lies outside the folders of sessions.`)
    return { root, key, path }
  }
  if (!flags.continue) return null
  const last = await findLastSession(roots, cwd)
  if (!last)
    throw new ProgramError(
      'unreadable',
      `There is no session of ${cwd} to continue. Start one without --continue.`,
    )
  return { ...last, path: toLogPath(last.root, last.key) }
}

/** Where a stored session works, where that folder is still there; else where one stands. */
export async function findSessionFolder(path: string, cwd: string, io: Io): Promise<string> {
  const place = await findPlaceName(path, io)
  if (!place) return cwd
  const summary = await readSessionSummary({ kind: 'session', ...place, path })
  const told = summary.kind === 'problem' ? undefined : summary.cwd
  const isThere = told !== undefined && (await stat(told).catch(() => null))?.isDirectory() === true
  return isThere && told !== undefined ? told : cwd
}

/** The flags with which a session goes on from before a prompt: in its own log, or in a copy where another program writes it. */
export async function planRewind(
  { agent, path, prompt }: { readonly agent: AgentId; readonly path: string; readonly prompt: UUID },
  io: Io,
): Promise<Pick<HeadlessFlags, 'resume' | 'resumeSessionAt'>> {
  const place = await findPlaceName(path, io)
  if (!place) throw new ProgramError('wrong-use', `${path} lies outside the folders of sessions.`)
  const store = createFileStore({ root: place.root })
  try {
    const before = await findMessageBefore(store, place.key, prompt)
    if (before === null) return {}
    if (agent !== 'claude') return { resume: path, resumeSessionAt: before }
    const { key } = await store.fork(place.key, { session: randomUUID(), at: before })
    return { resume: toLogPath(place.root, key) }
  } finally {
    await store.close()
  }
}

async function findPlaceName(path: string, io: Io): Promise<SessionPlaceName | null> {
  const replica = findReplica(io)
  const roots = replica === null ? (await findPersonRoots(io)).roots : [replica]
  const root = roots.find(one => resolve(path).startsWith(resolve(one, 'projects')))
  const key = root === undefined ? null : toSessionKey(relative(resolve(root, 'projects'), resolve(path)))
  return root === undefined || !key ? null : { root, key }
}
