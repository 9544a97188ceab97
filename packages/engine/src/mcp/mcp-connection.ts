import { isObject } from '@antiphon/core'
import {
  listMcpTools,
  type McpCall,
  type McpSession,
  type McpSessionOptions,
  openMcpSession,
  whenAborted,
} from './open-mcp-session.ts'

/** A server that answers. */
export interface McpConnection {
  readonly instructions: string
  /** Its tools as it lists them, unchecked. */
  listTools(signal: AbortSignal): Promise<readonly unknown[]>
  /** Calls a tool; a server that has ended is started again, once a call. Throws what went wrong. */
  call(call: McpCall): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

/** Opens a connection; throws where that does not work in time, and leaves nothing running then. */
export async function openMcpConnection(
  options: McpSessionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  let session = await openMcpSession(options, signal)
  let reopening: Promise<McpSession> | null = null
  const lifetime = new AbortController()

  async function current(signal: AbortSignal): Promise<McpSession> {
    if (lifetime.signal.aborted) throw new Error('the connection is closed')
    if (session.isOpen()) return session
    // Calls that come together start one server together; one that is interrupted leaves it to the others.
    reopening ??= openMcpSession(options, lifetime.signal).finally(() => {
      reopening = null
    })
    session = await Promise.race([reopening, whenAborted(signal)])
    return session
  }

  return {
    instructions: session.instructions,
    listTools: signal => listMcpTools(session, { signal, timeout: options.connectTimeoutMs }),
    async call(call) {
      const first = await current(call.signal)
      try {
        return await first.call(call)
      } catch (error) {
        // The server has forgotten us and has not looked at the call: it can be made again.
        if (!isForgotten(error)) throw error
        await first.close()
        return (await current(call.signal)).call(call)
      }
    },
    async close() {
      lifetime.abort(new Error('the connection is closed'))
      await reopening?.then(opened => opened.close()).catch(() => {})
      await session.close()
    },
  }
}

function isForgotten(error: unknown): boolean {
  return isObject(error) && error.code === 404
}
