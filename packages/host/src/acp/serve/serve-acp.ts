import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { Readable } from 'node:stream'
import {
  type AgentContext,
  type AuthMethod,
  type ClientCapabilities,
  agent as createApp,
  type InitializeResponse,
  type McpServer,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk'
import { stripControl } from '@antiphon/core/ui'
import type { Editor } from '@antiphon/engine'
import { readOwnProvider } from '../../agent/read-own-provider.ts'
import type { OpenAgentFor } from '../../chat/chat-agent.ts'
import type { Io } from '../../io.ts'
import { readVersion } from '../../version.ts'
import { MODE_OPTION, MODEL_OPTION } from '../session-options.ts'
import { type AcpSession, InvalidPromptError, openAcpSession } from './acp-session.ts'
import {
  deleteStoredSession,
  findStoredLog,
  listStoredSessions,
  readStoredEvents,
  readTitle,
} from './stored-sessions.ts'

export type ServeAcpOptions = {
  readonly io: Io
  /** Who answers. */
  readonly agent: 'antiphon' | 'claude' | 'demo'
  /** Whether a person may choose to be asked nothing at all. */
  readonly mayBypass: boolean
  readonly plan: (wish: AcpAgentWish) => Promise<OpenAgentFor>
}

/** Where an agent is to work, and on which session. */
export type AcpAgentWish = {
  readonly agent: 'antiphon' | 'claude' | 'demo'
  readonly cwd: string
  readonly addDir: readonly string[]
  /** The log to go on with, or the id of a new session. */
  readonly log: { readonly path: string } | { readonly sessionId: string }
  readonly editor: Editor | null
}

/** Speaks the Agent Client Protocol over standard input and output until the editor closes them. */
export async function serveAcp(options: ServeAcpOptions): Promise<void> {
  const { io } = options
  const sessions = new Map<string, AcpSession>()
  /** Those whose agent ended here. */
  const ended = new Set<string>()
  let capabilities: ClientCapabilities = {}
  let agent = options.agent

  async function open(wish: OpenWish, client: AgentContext): Promise<AcpSession> {
    const { cwd, additionalDirectories = [], mcpServers = [], stored } = wish
    checkFolder(cwd)
    if (agent === 'antiphon' && (await readOwnProvider(io, cwd)).isDemo)
      throw RequestError.authRequired({}, NO_KEY)
    const path = stored === null ? null : await findStoredLog(stored, io)
    if (stored !== null) await close(stored)
    const id = stored ?? randomUUID()
    const session = await openAcpSession({
      ...{ id, cwd, client, capabilities, mcpServers, env: io.env, mayBypass: options.mayBypass },
      readTitle: log => readTitle(log, io),
      open: editor =>
        options.plan({
          ...{ agent, cwd, editor, addDir: additionalDirectories },
          log: path === null ? { sessionId: id } : { path },
        }),
    })
    sessions.set(id, session)
    ended.delete(id)
    return session
  }

  async function close(sessionId: string): Promise<void> {
    const session = sessions.get(sessionId)
    if (!session) return
    sessions.delete(sessionId)
    await session.end()
    ended.add(sessionId)
  }

  /** The editor drops what it hears of a session before it knows its id. */
  function announceSoon(session: AcpSession): void {
    setTimeout(() => void session.announce().catch(() => undefined), 0)
  }

  function find(sessionId: string): AcpSession {
    const session = sessions.get(sessionId)
    if (!session) throw RequestError.resourceNotFound(`session ${sessionId}; open it with session/load`)
    return session
  }

  const app = createApp({ name: 'antiphon' })
    .onRequest('initialize', ({ params }) => {
      capabilities = params.clientCapabilities ?? {}
      return describeAgent(listAuthMethods(options.agent))
    })
    .onRequest(
      'authenticate',
      guard(async ({ params: { methodId } }) => {
        if (methodId === 'demo' && options.agent !== 'claude') agent = 'demo'
        else if (methodId === 'api-key' && (await readOwnProvider(io, process.cwd())).isDemo)
          throw RequestError.authRequired({}, NO_KEY)
        else if (!listAuthMethods(options.agent).some(({ id }) => id === methodId))
          throw RequestError.invalidParams({}, `there is no way ${methodId} to log in`)
        return {}
      }),
    )
    .onRequest(
      'session/new',
      guard(async ({ params, client }) => {
        const session = await open({ ...params, stored: null }, client)
        announceSoon(session)
        return { sessionId: session.id, ...session.choices() }
      }),
    )
    .onRequest(
      'session/load',
      guard(async ({ params, client }) => {
        const events = await readStoredEvents(await findStoredLog(params.sessionId, io), io)
        const session = await open({ ...params, stored: params.sessionId }, client)
        await session.replay(events)
        announceSoon(session)
        return session.choices()
      }),
    )
    .onRequest(
      'session/resume',
      guard(async ({ params, client }) => {
        const session = await open({ ...params, stored: params.sessionId }, client)
        announceSoon(session)
        return session.choices()
      }),
    )
    .onRequest(
      'session/list',
      guard(async ({ params }) => listStoredSessions(params, io)),
    )
    .onRequest(
      'session/close',
      guard(async ({ params: { sessionId } }) => {
        find(sessionId)
        await close(sessionId)
        return {}
      }),
    )
    .onRequest(
      'session/delete',
      guard(async ({ params: { sessionId } }) => {
        await close(sessionId)
        await deleteStoredSession(sessionId, ended.has(sessionId), io)
        return {}
      }),
    )
    .onRequest(
      'session/set_mode',
      guard(async ({ params: { sessionId, modeId } }) => {
        await find(sessionId).setMode(modeId)
        return {}
      }),
    )
    .onRequest(
      'session/set_config_option',
      guard(async ({ params }) => {
        const session = find(params.sessionId)
        const value = String(params.value)
        if (params.configId === MODE_OPTION) await session.setMode(value)
        else if (params.configId === MODEL_OPTION) await session.setModel(value)
        else throw RequestError.invalidParams({}, `there is no option ${params.configId}`)
        return { configOptions: session.choices().configOptions }
      }),
    )
    .onRequest(
      'session/prompt',
      guard(async ({ params, signal }) => {
        const session = find(params.sessionId)
        const cancel = (): void => void session.cancel()
        signal.addEventListener('abort', cancel, { once: true })
        return session.prompt(params).finally(() => signal.removeEventListener('abort', cancel))
      }),
    )
    .onNotification('session/cancel', async ({ params: { sessionId } }) => {
      await sessions.get(sessionId)?.cancel()
    })
  const decoder = new TextDecoder()
  const output = new WritableStream<Uint8Array>({
    write: chunk => io.stdout.write(decoder.decode(chunk, { stream: true })),
  })
  // The types of Node's streams and the web's differ in what they leave out.
  const input = Readable.toWeb(io.stdin) as ReadableStream<Uint8Array>
  const connection = app.connect(ndJsonStream(output, input))
  const interrupt = (): void => connection.close()
  if (io.signal.aborted) interrupt()
  io.signal.addEventListener('abort', interrupt)
  io.onClosedOutput(interrupt)
  await connection.closed
  await Promise.all([...sessions.values()].map(session => session.end().catch(() => undefined)))
}

type OpenWish = {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[]
  readonly mcpServers?: readonly McpServer[]
  /** The session to go on with; null for a new one. */
  readonly stored: string | null
}

function checkFolder(cwd: string): void {
  if (!isAbsolute(cwd))
    throw RequestError.invalidParams({}, `cwd has to be a whole path, and ${stripControl(cwd)} is none`)
}

/** What goes wrong is told in words that say what to do; nothing is an “internal error”. */
function guard<Context, Result>(
  work: (context: Context) => Promise<Result>,
): (context: Context) => Promise<Result> {
  return async context => {
    try {
      return await work(context)
    } catch (error) {
      if (error instanceof RequestError) throw error
      const words = stripControl(error instanceof Error ? error.message : String(error))
      if (error instanceof InvalidPromptError) throw new RequestError(INVALID_PARAMS, words)
      if (isAboutLogin(words)) throw new RequestError(AUTH_REQUIRED, `${words} ${LOG_IN}`)
      throw new RequestError(INTERNAL, words)
    }
  }
}

const INVALID_PARAMS = -32602
const INTERNAL = -32603
const AUTH_REQUIRED = -32000

/** A key that the API does not take, or a login that ran out. */
function isAboutLogin(words: string): boolean {
  return /\b401\b|authentication_error|invalid x-api-key|Please run \/login|Invalid API key/i.test(words)
}

const LOG_IN =
  '(Set a key that holds, ANTHROPIC_API_KEY, in the environment of this agent; with --agent claude start claude in a terminal and log in there.)'

const NO_KEY =
  'There is no key for the Messages API. Set ANTHROPIC_API_KEY in the environment of this agent (the editor’s settings have a place for it) or in ~/.claude/settings.json under "env", or choose the demo model.'

function listAuthMethods(agent: ServeAcpOptions['agent']): AuthMethod[] {
  if (agent === 'claude')
    return [
      {
        id: 'claude-login',
        name: 'Log in to Claude Code',
        description: 'Start claude in a terminal and log in there; its login is used.',
      },
    ]
  if (agent === 'demo') return []
  return [
    {
      id: 'api-key',
      name: 'API key',
      description: 'Set ANTHROPIC_API_KEY, or a cloud’s variables, for this agent.',
    },
    {
      id: 'demo',
      name: 'Demo model',
      description: 'A small program answers, without a key and without a network.',
    },
  ]
}

function describeAgent(authMethods: AuthMethod[]): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'antiphon', title: 'Antiphon', version: readVersion() },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, delete: {}, resume: {}, close: {}, additionalDirectories: {} },
    },
    authMethods,
  }
}
