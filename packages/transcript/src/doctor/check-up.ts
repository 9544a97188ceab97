import { type ResumeSummary, summarizeResume } from './compute-resume.ts'
import { type Diagnosis, diagnoseExamination } from './diagnose.ts'
import { examineLog } from './examine-log.ts'
import { type LogRepairOutcome, repairExamination } from './repair-log.ts'

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
  const repair = repairExamination(examination)
  if (repair.changes.length === 0) return { diagnosis, repair, resumeAfter: diagnosis.resume }
  return { diagnosis, repair, resumeAfter: summarizeResume(examineLog(repair.bytes).resume) }
}
