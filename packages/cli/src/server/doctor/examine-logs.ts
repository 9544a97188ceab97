import { setTimeout } from 'node:timers/promises'
import { diagnoseInSteps, type ListedFile, listSessionFiles, readSessionSummary } from '@antiphon/transcript'
import type { DoctorNews, VerdictRow } from '@antiphon/web/backend'
import { judgeDiagnosis } from '../../doctor/compute-doctor-report.ts'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { MAX_SERVED_BYTES, readLogBytes } from './read-log-bytes.ts'
import { runInTurn } from './run-in-turn.ts'

/** A verdict for every log below the roots, the newest first; ends where the signal does. */
export async function* examineLogs(
  roots: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<DoctorNews, void, undefined> {
  const { files } = await listSessionFiles(roots, { hasSubagents: true })
  const isInside = createBoundary(roots)
  const inside = files.filter(({ path }) => isInside(path))
  yield { kind: 'plan', files: inside.length }
  for (const file of inside) {
    if (signal.aborted) return
    const began = performance.now()
    yield { kind: 'verdict', row: await examine(file) }
    // Others are served in between.
    await setTimeout((performance.now() - began) * PAUSE_SHARE)
  }
}

const PAUSE_SHARE = 0.5

type Findings = Pick<VerdictRow, 'verdict' | 'counts' | 'fixable' | 'problem'>

async function examine(file: ListedFile): Promise<VerdictRow> {
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
    ...(await findFindings(file.path)),
  }
}

async function findFindings(path: string): Promise<Findings> {
  const read = await readLogBytes(path, MAX_GLANCE_BYTES).catch(() => null)
  if (read === null) return { ...UNEXAMINED, problem: 'unreadable' }
  if ('size' in read && read.size <= MAX_SERVED_BYTES) return { ...UNEXAMINED, problem: 'large' }
  if ('size' in read) return { ...UNEXAMINED, problem: 'too-large' }
  const diagnosis = await runInTurn(diagnoseInSteps(read.bytes))
  const { defects } = diagnosis
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of defects) counts[severity] += 1
  const fixable = defects.filter(({ isFixable }) => isFixable).length
  return { verdict: judgeDiagnosis(diagnosis), counts, fixable, problem: null }
}

/** A large log keeps the server busy for as long as a reader notices: it is examined when somebody asks for it. */
const MAX_GLANCE_BYTES = 16 * 1024 * 1024

const UNEXAMINED: Omit<Findings, 'problem'> = {
  verdict: 'unexamined',
  counts: { error: 0, warning: 0, note: 0 },
  fixable: 0,
}
