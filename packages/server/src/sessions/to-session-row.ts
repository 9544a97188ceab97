import { NO_MARKS, type SessionMarks, type StoreCopy } from '@antiphon/host'
import { findAgent, findLastTime, isOneOff, type Repository, type SessionSummary } from '@antiphon/transcript'
import { encodeLogId, type LogName } from '../logs/log-id.ts'
import type { SessionRow } from '../protocol/log-protocol.ts'
import type { RowCounts } from './session-counts.ts'

/** What is known of a session beside its log. */
export type RowFacts = {
  readonly isLive: boolean
  readonly marks: SessionMarks
  readonly counts: RowCounts | null
  readonly repository: Repository | null
  readonly host: string | null
  /** Who wrote it last, in a team's store. */
  readonly person?: string | null
  readonly isArchiveAlone?: boolean
}

/** A summary as the page lists it. */
export function toSessionRow(summary: SessionSummary, facts: RowFacts): SessionRow {
  const { key, title, size } = summary
  const { isLive, marks, counts, repository, host, person = null, isArchiveAlone = false } = facts
  return {
    id: encodeLogId(summary),
    sessionId: key.session,
    title: title?.text ?? key.session,
    titleSource: title?.source ?? 'none',
    firstPrompt: summary.firstPrompt ?? null,
    lastPrompt: summary.lastPrompt ?? null,
    cwd: summary.cwd ?? null,
    repository: repository?.name ?? null,
    repositoryPath: repository?.path ?? null,
    worktree: repository?.worktree ?? null,
    gitBranch: summary.gitBranch ?? null,
    agent: findAgent(summary),
    version: summary.version ?? null,
    entrypoint: summary.entrypoint ?? null,
    model: summary.model ?? null,
    host,
    person,
    isOneOff: isOneOff(summary),
    startedAt: summary.startedAt ?? null,
    changedAt: findLastTime(summary),
    bytes: size,
    messages: counts?.messages ?? null,
    prompts: counts?.prompts ?? null,
    isLive,
    isFetched: true,
    isArchiveAlone,
    ...marks,
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
    titleSource: 'none',
    firstPrompt: null,
    lastPrompt: null,
    cwd: null,
    repository: null,
    repositoryPath: null,
    worktree: null,
    gitBranch: null,
    agent: findAgent({ root: name.root }),
    version: null,
    entrypoint: null,
    model: null,
    host: null,
    person: null,
    isOneOff: false,
    startedAt: null,
    changedAt: new Date(0).toISOString(),
    bytes: 0,
    messages: null,
    prompts: null,
    isLive: false,
    isFetched: true,
    isArchiveAlone: false,
    ...NO_MARKS,
    problem: reason,
  }
}

type StoreHead = NonNullable<ReturnType<StoreCopy['head']>>

/** A session of a store of which no entry was fetched yet. */
export function toHeadRow(root: string, head: StoreHead, marks: SessionMarks): SessionRow {
  const { key, writer, modifiedAt, bytes, host, person } = head
  return {
    ...toProblemRow({ root, key }, ''),
    ...marks,
    ...{ host, person, bytes },
    // All that is known of its folder is the name that is made of it.
    repository: key.project,
    repositoryPath: null,
    changedAt: modifiedAt,
    isLive: writer !== null,
    isFetched: false,
    isArchiveAlone: false,
    problem: null,
  }
}
