import { formatGitPatch, toRelativePath } from '@antiphon/core/changes'
import { computeSessionChanges, type FileOfSession, type SessionChanges } from '@antiphon/core/turns'
import { type Json, toJson } from '../json/json.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { ChangedFile, ChangesReport, SessionPatch } from '../protocol/changes-protocol.ts'
import { readAgentViews, readView } from './read-agent-views.ts'

/** What a session and its subagents made of files, as the page asks for it: the list, and each file by itself. */
export type SessionChangesAnswer = {
  readonly report: Json<ChangesReport>
  /** By their paths. */
  readonly files: readonly { readonly path: string; readonly json: Json<FileOfSession> }[]
  readonly patch: Json<SessionPatch>
}

export type ReadChangesOptions = { readonly agents: readonly FoundLog[]; readonly signal: AbortSignal }

/** Reads a whole log and those of its subagents. */
export async function readSessionChanges(
  log: FoundLog,
  { agents, signal }: ReadChangesOptions,
): Promise<SessionChangesAnswer> {
  const { view, end } = await readView(log, signal)
  const below = await readAgentViews(agents, signal)
  const changes = computeSessionChanges(view.items(), below)
  return {
    report: toJson(toReport(changes, end)),
    files: changes.files.map(file => ({ path: file.path, json: toJson(file) })),
    patch: toJson(toPatch(changes)),
  }
}

function toReport({ files, ...changes }: SessionChanges, end: number): ChangesReport {
  return { end, ...changes, files: files.map(toChangedFile) }
}

function toChangedFile({ name, path, status, added, removed, hunks, calls }: FileOfSession): ChangedFile {
  return { name, path, status, added, removed, hunks: hunks.length, calls }
}

function toPatch({ files, folder }: SessionChanges): SessionPatch {
  const isLeft = ({ path, loose }: FileOfSession): boolean =>
    loose.length > 0 || folder === null || toRelativePath(path, folder) === null
  return {
    patch: folder === null ? '' : formatGitPatch(files, folder),
    left: files.filter(isLeft).map(({ name }) => name),
  }
}
