import {
  type ClientContext,
  type InitializeResponse,
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
} from '@agentclientprotocol/sdk'
import type { RecordEntry } from '@antiphon/core'
import type { ChosenSession } from '../../agent/chosen-session.ts'

/** A session of another agent: its name there, and what can be chosen. */
export type ForeignSession = {
  readonly id: string
  readonly modes: SessionModeState | null
  readonly options: readonly SessionConfigOption[]
  /** Whether it knows what was said before. */
  readonly isResumed: boolean
}

export type OpenForeignSessionOptions = {
  readonly agent: ClientContext
  readonly facts: InitializeResponse
  readonly cwd: string
  /** What the agent called the session when it was open last; null for a new one. */
  readonly before: string | null
  readonly name: string
}

/** Goes on with the agent's own session where it can, else begins one. */
export async function openForeignSession(options: OpenForeignSessionOptions): Promise<ForeignSession> {
  const { agent, facts, cwd, before } = options
  const { loadSession = false, sessionCapabilities } = facts.agentCapabilities ?? {}
  const method = sessionCapabilities?.resume ? 'session/resume' : loadSession ? 'session/load' : null
  if (before !== null && method !== null)
    try {
      const { modes = null, configOptions } = await agent.request(method, {
        ...{ sessionId: before, cwd, mcpServers: [] },
      })
      return { id: before, modes, options: configOptions ?? [], isResumed: true }
    } catch (error) {
      if (isAuthError(error)) throw toLoginError(options)
      // It has forgotten the session: one begins.
    }
  try {
    const {
      sessionId,
      modes = null,
      configOptions,
    } = await agent.request('session/new', {
      ...{ cwd, mcpServers: [] },
    })
    return { id: sessionId, modes, options: configOptions ?? [], isResumed: false }
  } catch (error) {
    throw isAuthError(error) ? toLoginError(options) : error
  }
}

function isAuthError(error: unknown): boolean {
  return error instanceof RequestError && error.code === -32000
}

function toLoginError({ name, facts }: OpenForeignSessionOptions): Error {
  const ways = (facts.authMethods ?? []).map(({ name, description }) => description || name)
  const how = ways.length > 0 ? ` It offers: ${ways.join('; ')}.` : ''
  return new Error(
    `${name} wants you to log in. Start it in a terminal, log in there, and open this chat again.${how}`,
  )
}

/** A line of the log that says which session of the agent it is; others pass it on untouched. */
export function createLinkEntry(agent: string, agentSessionId: string, sessionId: string): RecordEntry {
  // A line of ours that only this reader knows.
  return { type: 'acp-session', agent, agentSessionId, sessionId, of: sessionId } as unknown as RecordEntry
}

/** What an agent called this session when it was open last; null where the log does not say, and in a copy. */
export async function findForeignId(
  { store, key, resumed }: ChosenSession,
  agent: string,
): Promise<string | null> {
  if (!resumed) return null
  for await (const item of store.read(key, { direction: 'backwards' })) {
    if (item.kind !== 'entry') continue
    const entry: Readonly<Record<string, unknown>> = item.entry
    if (entry.type !== 'acp-session' || entry.agent !== agent) continue
    // A copy goes its own way: what the agent knows belongs to the session that it was copied from.
    return entry.of === key.session && typeof entry.agentSessionId === 'string' ? entry.agentSessionId : null
  }
  return null
}
