import { basename } from 'node:path'
import { type ForeignAgent, isForeignAgent } from '@antiphon/core/log'
import type { SessionSummary } from './session-summary.ts'

export type SessionAgent = 'claude-code' | 'antiphon' | ForeignAgent

/**
 * Which agent a session is of. Ours are written to our own folder, or say so; what was translated names its agent where
 * Claude Code names how it was started.
 */
export function findAgent({ root, entrypoint }: Pick<SessionSummary, 'root' | 'entrypoint'>): SessionAgent {
  if (isForeignAgent(entrypoint)) return entrypoint
  const isOurs = entrypoint?.startsWith('antiphon') === true || basename(root) === '.antiphon'
  return isOurs ? 'antiphon' : 'claude-code'
}
