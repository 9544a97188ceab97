import { statSync } from 'node:fs'
import { toLogPath } from '@antiphon/transcript'
import { createBoundary } from './boundary.ts'
import { findAgentKey } from './list-agents.ts'
import { decodeLogId, type LogName } from './log-id.ts'

/** A log that is there and may be read. */
export type FoundLog = LogName & { readonly path: string }

export type LogQuestion = {
  readonly id: string
  /** The log of this subagent instead. */
  readonly agentId?: string | undefined
}

/** The log that a question means; null where there is none, or where it lies outside of the roots. */
export async function findLog(
  { id, agentId }: LogQuestion,
  roots: readonly string[],
): Promise<FoundLog | null> {
  const name = decodeLogId(id, roots)
  const session = name && openName(name, roots)
  if (!session || agentId === undefined) return session
  const key = await findAgentKey(session, agentId)
  return key && openName({ root: session.root, key }, roots)
}

function openName(name: LogName, roots: readonly string[]): FoundLog | null {
  const path = toLogPath(name.root, name.key)
  if (!createBoundary(roots)(path)) return null
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? { ...name, path } : null
}
