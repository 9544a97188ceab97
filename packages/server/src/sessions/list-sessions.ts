import { type ListedFile, listSessionFiles, readSummaries } from '@antiphon/transcript'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { SessionRow } from '../protocol/log-protocol.ts'
import type { MakeRow } from './row-maker.ts'
import { toProblemRow } from './to-session-row.ts'

export type ListSessionsOptions = {
  readonly makeRow: MakeRow
  readonly signal: AbortSignal
  /** Sessions that may not be files yet, as a store tells of them. */
  readonly unfetched?: Iterable<SessionRow>
}

/** Every session below the roots as they are read, the newest first; then those that may not or cannot be read. */
export async function* listSessions(
  roots: readonly string[],
  { makeRow, signal, unfetched = [] }: ListSessionsOptions,
): AsyncGenerator<SessionRow, void, undefined> {
  const { files, problems } = await listSessionFiles(roots)
  const isInside = createBoundary(roots)
  const outside: ListedFile[] = []
  const unreadable = [...problems]
  const there = new Set(files.map(encodeLogId))
  for (const row of unfetched) if (!there.has(row.id)) yield row
  for await (const item of readSummaries(takeInside())) {
    if (signal.aborted) return
    if (item.kind === 'problem') unreadable.push(item)
    // What a subagent said belongs to another session.
    else if (!item.isSidechain) yield await makeRow(item)
  }
  for (const file of outside) yield toProblemRow(file, LEADS_OUT)
  for (const { path, reason } of unreadable) {
    const name = toLogName(path, roots)
    if (name) yield toProblemRow(name, reason)
  }

  function* takeInside(): Generator<ListedFile, void, undefined> {
    for (const file of files) {
      if (isInside(file.path)) yield file
      else outside.push(file)
    }
  }
}

const LEADS_OUT = 'is a link that leads out of the folder of sessions, and is not followed'
