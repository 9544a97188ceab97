import { basename } from 'node:path'
import { findLastTime, readSessionSummary, type SessionFile } from '@antiphon/transcript'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { SessionRow } from '../protocol/log-protocol.ts'

/** What a result shows of the log in which it was found. */
export type FoundRow = Pick<SessionRow, 'id' | 'sessionId' | 'title' | 'cwd' | 'gitBranch' | 'changedAt'>

/** Reads it from the ends of the log; null where there is none below the roots. */
export async function readFoundRow(path: string, roots: readonly string[]): Promise<FoundRow | null> {
  const name = toLogName(path, roots)
  if (!name) return null
  const kind = basename(path).startsWith('agent-') ? 'subagent' : 'session'
  const file: SessionFile = { kind, path, ...name }
  const summary = await readSessionSummary(file)
  if (summary.kind === 'problem') return null
  return {
    id: encodeLogId(file),
    sessionId: summary.session,
    title: summary.title?.text ?? name.key.session,
    cwd: summary.cwd ?? null,
    gitBranch: summary.gitBranch ?? null,
    changedAt: findLastTime(summary),
  }
}
