import { userInfo } from 'node:os'
import { cleanPersonName } from '@antiphon/core'
import type { HeadlessSession } from '@antiphon/host'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { OpenChat } from '../protocol/chat-protocol.ts'
import { describeQueued } from './chat-news.ts'

export type ChatFacts = {
  readonly id: string
  readonly roots: readonly string[]
  /** What a person should know beside what the agent found. */
  readonly warnings: readonly string[]
  readonly isHolding: boolean
}

/** An agent as it is now. */
export function describeChat(
  session: HeadlessSession,
  { id, roots, warnings, isHolding }: ChatFacts,
): OpenChat {
  const { engine, recording, cwd, provider, sessionId, problems } = session.agent
  const name = toLogName(recording.path, roots)
  return {
    chat: id,
    session: name ? encodeLogId(name) : '',
    sessionId,
    cwd,
    model: engine.model(),
    permissionMode: engine.permissions().mode,
    isDemo: provider.name.startsWith('demo'),
    problems: [...warnings, ...problems],
    queued: describeQueued(session),
    isHolding,
    commands: engine.commands(),
    people: session.presence.people(),
    systemUser: readSystemUser(),
  }
}

/** What to call a person of this machine who has not said their name; empty where the system does not know. */
function readSystemUser(): string {
  try {
    return cleanPersonName(userInfo().username)
  } catch {
    // Containers may run as a user without a name.
    return ''
  }
}
