import type { SessionSummary } from '@antiphon/transcript'
import { encodeLogId, type LogName } from '../logs/log-id.ts'
import type { SessionRow } from '../protocol/log-protocol.ts'

/** A summary as the page lists it. */
export function toSessionRow(summary: SessionSummary, isLive: boolean): SessionRow {
  const { key, title, messages, size, modifiedAt } = summary
  return {
    id: encodeLogId(summary),
    sessionId: key.session,
    title: title?.text ?? key.session,
    firstPrompt: summary.firstPrompt ?? null,
    lastPrompt: summary.lastPrompt ?? null,
    cwd: summary.cwd ?? null,
    gitBranch: summary.gitBranch ?? null,
    startedAt: summary.startedAt ?? null,
    changedAt: modifiedAt,
    bytes: size,
    messages: messages.isExact ? messages.count : null,
    isLive,
    problem: null,
  }
}

/** A session that is there and cannot be read; why, in words that follow its name. */
export function toProblemRow(name: LogName, reason: string): SessionRow {
  const { session } = name.key
  return {
    id: encodeLogId(name),
    sessionId: session,
    title: session,
    firstPrompt: null,
    lastPrompt: null,
    cwd: null,
    gitBranch: null,
    startedAt: null,
    changedAt: new Date(0).toISOString(),
    bytes: 0,
    messages: null,
    isLive: false,
    problem: reason,
  }
}
