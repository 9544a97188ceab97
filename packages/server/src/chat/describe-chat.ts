import { userInfo } from 'node:os'
import { cleanPersonName } from '@antiphon/core'
import type { ChatAgent } from '@antiphon/host'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { OpenChat } from '../protocol/chat-protocol.ts'

export type ChatFacts = {
  readonly id: string
  readonly roots: readonly string[]
}

/** An agent as it is now. */
export function describeChat(agent: ChatAgent, { id, roots }: ChatFacts): OpenChat {
  const { path, state: _, ...standing } = agent.standing()
  const name = toLogName(path, roots)
  return {
    chat: id,
    session: name ? encodeLogId(name) : '',
    agent: agent.id,
    isDemo: agent.id === 'demo',
    ...standing,
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
