import { buildConversation, countMessages } from '@antiphon/core'
import { computeResume, type ResumeSummary, summarizeResume } from './compute-resume.ts'
import { createDefect, type Defect, type DefectKind } from './defect.ts'
import { type Examination, examineLog } from './examine-log.ts'
import { findLineDefects, findLinkDefects } from './find-log-defects.ts'
import { findDistantDefects, findViewDefects } from './find-view-defects.ts'
import { type LogRepairOutcome, repairExamination } from './repair-log.ts'

/** All that is wrong with a log, and what a resume would send of it as it is. */
export type Diagnosis = {
  /** False where nothing in the file belongs to a session: then it is another kind of file, and no fix may touch it. */
  readonly isSession: boolean
  readonly bytes: number
  readonly lines: number
  readonly entries: number
  /** As every list counts them. */
  readonly messages: number
  /** In the order of the file; those of no single place come first. */
  readonly defects: readonly Defect[]
  readonly counts: Readonly<Partial<Record<DefectKind, number>>>
  readonly resume: ResumeSummary
}

/** Finds every defect that readers tolerate. Pure; throws on no bytes. */
export function diagnose(bytes: Uint8Array): Diagnosis {
  return diagnoseExamination(examineLog(bytes))
}

/** The same for a log that was read already. */
export function diagnoseExamination(examination: Examination): Diagnosis {
  const { size, lines, entryLines, resume, isSession } = examination
  const defects = findDefects(examination)
    .map(defect => (isSession ? defect : { ...defect, isFixable: false }))
    .toSorted((first, second) => (first.offset ?? -1) - (second.offset ?? -1))
  return {
    isSession,
    bytes: size,
    lines: lines.at(-1)?.line ?? 0,
    entries: entryLines.length,
    messages: countMessages(entryLines.map(({ entry }) => entry)).messages,
    defects,
    counts: countKinds(defects),
    resume: summarizeResume(resume),
  }
}

/** A log before and after a fix that nobody has carried out yet. */
export type CheckUp = {
  readonly diagnosis: Diagnosis
  readonly repair: LogRepairOutcome
  /** What a resume would send of the repaired log. */
  readonly resumeAfter: ResumeSummary
}

/** Finds what is wrong with a log and what a fix would make of it. */
export function checkUp(bytes: Uint8Array): CheckUp {
  const examination = examineLog(bytes)
  const diagnosis = diagnoseExamination(examination)
  const { readEntries, ...repair } = repairExamination(examination)
  if (repair.changes.length === 0) return { diagnosis, repair, resumeAfter: diagnosis.resume }
  const after = computeResume(buildConversation(readEntries()))
  return { diagnosis, repair, resumeAfter: summarizeResume(after) }
}

function findDefects(examination: Examination): readonly Defect[] {
  const { lines, entryLines, messages } = examination
  const places = new Map(messages.map(({ uuid, source }) => [uuid, entryLines[source]]))
  const findLine = (uuid: string | null): (typeof entryLines)[number] | undefined => places.get(uuid ?? '')
  return [
    ...findLineDefects(lines),
    ...findLinkDefects(examination),
    ...findViewDefects(examination, findLine),
    ...findDistantDefects(examination, findLine),
    ...findFileDefects(examination),
  ]
}

function findFileDefects({ conversation, entryLines }: Examination): readonly Defect[] {
  const { sessionIds, progress } = conversation
  const firstProgress = entryLines.find(({ entry }) => entry.type === 'progress')
  return [
    ...(sessionIds.length > 1
      ? [createDefect({ kind: 'several-sessions', detail: `${sessionIds.length} sessions` })]
      : []),
    ...(progress.length > 0
      ? [
          createDefect({
            kind: 'stored-progress',
            detail: `${progress.length} of ${entryLines.length} entries`,
            at: firstProgress,
          }),
        ]
      : []),
  ]
}

function countKinds(defects: readonly Defect[]): Diagnosis['counts'] {
  const counts: Partial<Record<DefectKind, number>> = {}
  for (const { kind } of defects) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
