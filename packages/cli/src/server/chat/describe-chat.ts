import { readOwnWords } from '@antiphon/core'
import type { OpenChat } from '@antiphon/web/backend'
import type { HeadlessSession } from '../../headless/headless-session.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'

export type ChatFacts = {
  readonly id: string
  readonly roots: readonly string[]
  /** What a person should know beside what the agent found. */
  readonly warnings: readonly string[]
  readonly isHolding: boolean
}

/** An agent as it is now. */
export function describeChat(
  { agent }: HeadlessSession,
  { id, roots, warnings, isHolding }: ChatFacts,
): OpenChat {
  const { engine, parts, sessionId, problems } = agent
  const name = toLogName(parts.recording.path, roots)
  return {
    chat: id,
    session: name ? encodeLogId(name) : '',
    sessionId,
    cwd: parts.cwd,
    model: engine.model(),
    permissionMode: engine.permissions().mode,
    isDemo: parts.provider.name.startsWith('demo'),
    problems: [...warnings, ...problems],
    queued: engine.queued().map(({ uuid, prompt }) => ({ uuid, text: readOwnWords(prompt) })),
    isHolding,
    commands: engine.commands(),
  }
}
