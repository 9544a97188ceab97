import { findLastTime, type ListedFile, listSessionFiles, readSessionSummary } from '@antiphon/transcript'
import type { LogReach } from '../access/reach.ts'
import { type Judgement, UNEXAMINED } from '../doctor/judge-log.ts'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import type { DoctorNews, VerdictRow } from '../protocol/doctor-protocol.ts'
import type { Workers } from '../workers/workers.ts'

type ExamineOptions = {
  readonly workers: Workers
  readonly reach: LogReach
  readonly signal: AbortSignal
}

/** A verdict for every log below the roots, the newest first; ends where the signal does. */
export async function* examineLogs(
  roots: readonly string[],
  { workers, reach, signal }: ExamineOptions,
): AsyncGenerator<DoctorNews, void, undefined> {
  const { files } = await listSessionFiles(roots, { hasSubagents: true })
  const isInside = createBoundary(roots)
  const inside = files.filter(({ path }) => reach.hasPath(path) && isInside(path))
  yield { kind: 'plan', files: inside.length }
  for (const file of inside) {
    if (signal.aborted) return
    const judgement = await workers
      .run('judge', file.path, { signal })
      .catch(error => toProblem(error, signal))
    yield { kind: 'verdict', row: { ...(await describe(file)), ...judgement } }
  }
}

/** One log that is too much costs its own verdict. */
function toProblem(error: unknown, signal: AbortSignal): Judgement {
  if (signal.aborted || !(error instanceof Error && 'code' in error && error.code === 'ENOMEM')) throw error
  return { ...UNEXAMINED, problem: 'too-large' }
}

type Description = Omit<VerdictRow, keyof Judgement>

async function describe(file: ListedFile): Promise<Description> {
  const summary = await readSessionSummary(file).catch(() => null)
  const known = summary === null || summary.kind === 'problem' ? null : summary
  return {
    id: encodeLogId(file),
    sessionId: file.key.session,
    // Nobody reads ids; the page says that it has no title.
    title: known?.title?.text ?? '',
    cwd: known?.cwd ?? null,
    changedAt: known ? findLastTime(known) : new Date(0).toISOString(),
    bytes: known?.size ?? 0,
    isSubagent: file.key.subpath !== undefined,
  }
}
