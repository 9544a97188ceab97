import { isObject } from '@antiphon/contract'
import { untilAborted } from '../process/wait-at-most.ts'
import {
  type McpListing,
  type McpSession,
  type McpSessionOptions,
  openMcpSession,
} from './open-mcp-session.ts'

export type McpConnectionOptions = McpSessionOptions & {
  /** Whether the server wants a login that only the person can give. */
  readonly isLocked: () => boolean
  /** Has the person log in where a call needs it; false where nobody did. */
  readonly askForLogin: (signal: AbortSignal) => Promise<boolean>
}

/** A server that answers: a session that is opened again, once a call, where its server has ended. */
export type McpConnection = Omit<McpSession, 'capabilities' | 'list'> & {
  readonly hasResources: boolean
  /** Its tools as it lists them, unchecked. */
  listTools(limits: { readonly signal: AbortSignal; readonly timeout?: number }): Promise<McpListing>
  listResources(signal: AbortSignal): Promise<McpListing>
  /** Resources whose address has places to fill in; none where it does not say. */
  listTemplates(signal: AbortSignal): Promise<McpListing>
  /** Its prompts as it lists them, unchecked; none where it does not say in time. */
  listPrompts(limits: { readonly signal: AbortSignal; readonly timeout: number }): Promise<McpListing>
}

/** Opens a connection; throws where that does not work in time, and leaves nothing running then. */
export async function openMcpConnection(
  options: McpConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  let session = await openMcpSession(options, signal)
  let reopening: Promise<McpSession> | null = null
  const lifetime = new AbortController()
  const { connectTimeoutMs } = options
  const { capabilities } = session

  async function reopen(): Promise<McpSession> {
    const opened = await openMcpSession(options, lifetime.signal)
    session = opened
    // Who starts anew may have other tools.
    options.onToolsChanged()
    return opened
  }

  async function current(signal: AbortSignal): Promise<McpSession> {
    if (lifetime.signal.aborted) throw new Error('the connection is closed')
    if (session.isOpen()) return session
    // Calls that come together start one server together; one that is interrupted leaves it to the others.
    reopening ??= reopen().finally(() => {
      reopening = null
    })
    return untilAborted(reopening, signal)
  }

  async function attempt<T>(signal: AbortSignal, work: (session: McpSession) => Promise<T>): Promise<T> {
    for (let logins = 0; ; logins++)
      try {
        return await attemptOnce(signal, work)
      } catch (error) {
        if (!isRefused(error) || !options.isLocked()) throw error
        if (logins === MOST_LOGINS || !(await options.askForLogin(signal)))
          throw new Error(`it wants a login; the person gives it by /mcp login ${options.name}`, {
            cause: error,
          })
      }
  }

  async function attemptOnce<T>(signal: AbortSignal, work: (session: McpSession) => Promise<T>): Promise<T> {
    const first = await current(signal)
    try {
      return await work(first)
    } catch (error) {
      // The server has forgotten us and has not looked at the call: it can be made again.
      if (!isForgotten(error)) throw error
      await first.close()
      return work(await current(signal))
    }
  }

  return {
    instructions: session.instructions,
    info: session.info,
    hasResources: capabilities.resources !== undefined,
    isOpen: () => session.isOpen(),
    listTools: async ({ signal, timeout = connectTimeoutMs }) =>
      // A server may have nothing but resources; asked for tools, it would answer with an error.
      capabilities.tools === undefined ? NOTHING_LISTED : session.list('tools', { signal, timeout }),
    listResources: signal =>
      attempt(signal, ({ list }) => list('resources', { signal, timeout: connectTimeoutMs })),
    listTemplates: signal =>
      attempt(signal, ({ list }) => list('resourceTemplates', { signal, timeout: connectTimeoutMs })).catch(
        () => NOTHING_LISTED,
      ),
    listPrompts: async limits =>
      // A server that lives in the host has its person there.
      capabilities.prompts === undefined || options.config.type === 'sdk'
        ? NOTHING_LISTED
        : session.list('prompts', limits).catch(() => NOTHING_LISTED),
    getPrompt: (prompt, signal) => attempt(signal, opened => opened.getPrompt(prompt, signal)),
    readResource: (uri, signal) => attempt(signal, opened => opened.readResource(uri, signal)),
    call: call => attempt(call.signal, opened => opened.call(call)),
    async close() {
      lifetime.abort(new Error('the connection is closed'))
      await reopening?.then(opened => opened.close()).catch(() => {})
      await session.close()
    },
  }
}

const NOTHING_LISTED: McpListing = { items: [], cutBecause: null }

/** A call may need a login, and then one that reaches further; who wants a third one does not know what it wants. */
const MOST_LOGINS = 2

/** Whether the server wants a login, or one that reaches further. */
function isRefused(error: unknown): boolean {
  return isObject(error) && (error.code === 401 || error.code === 403)
}

function isForgotten(error: unknown): boolean {
  return isObject(error) && error.code === 404
}
