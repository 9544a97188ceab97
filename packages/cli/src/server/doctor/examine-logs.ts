import { type ListedFile, listSessionFiles, readSessionSummary } from '@antiphon/transcript'
import type { DoctorNews, VerdictRow } from '@antiphon/web/backend'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import type { Threads } from '../thread/threads.ts'

export type ExamineOptions = { readonly threads: Threads; readonly signal: AbortSignal }

/** A verdict for every log below the roots, the newest first; ends where the signal does. */
export async function* examineLogs(
  roots: readonly string[],
  { threads, signal }: ExamineOptions,
): AsyncGenerator<DoctorNews, void, undefined> {
  const { files } = await listSessionFiles(roots, { hasSubagents: true })
  const isInside = createBoundary(roots)
  const inside = files.filter(({ path }) => isInside(path))
  yield { kind: 'plan', files: inside.length }
  for (const file of inside) {
    if (signal.aborted) return
    const judgement = await threads.run('judge', file.path, { signal })
    yield { kind: 'verdict', row: { ...(await describe(file)), ...judgement } }
  }
}

type Description = Omit<VerdictRow, 'verdict' | 'counts' | 'fixable' | 'problem'>

async function describe(file: ListedFile): Promise<Description> {
  const summary = await readSessionSummary(file).catch(() => null)
  const known = summary === null || summary.kind === 'problem' ? null : summary
  return {
    id: encodeLogId(file),
    sessionId: file.key.session,
    title: known?.title?.text ?? file.key.session,
    cwd: known?.cwd ?? null,
    changedAt: known?.modifiedAt ?? new Date(0).toISOString(),
    bytes: known?.size ?? 0,
    isSubagent: file.key.subpath !== undefined,
  }
}
