import { type ResumeSummary, summarizeResume } from './compute-resume.ts'
import { type Diagnosis, diagnoseExamination } from './diagnose.ts'
import { examineInSteps } from './examine-log.ts'
import { type LogRepairOutcome, repairExamination } from './repair-log.ts'
import { runSteps, type Steps } from './steps.ts'

/** A log before and after a fix that nobody has carried out yet. */
export type CheckUp = {
  readonly diagnosis: Diagnosis
  readonly repair: LogRepairOutcome
  /** What a resume would send of the repaired log. */
  readonly resumeAfter: ResumeSummary
}

/** Finds what is wrong with a log and what a fix would make of it. */
export function checkUp(bytes: Uint8Array): CheckUp {
  return runSteps(checkUpInSteps(bytes))
}

/** The same in steps: a large log takes seconds, and a server has others to serve meanwhile. */
export function* checkUpInSteps(bytes: Uint8Array): Steps<CheckUp> {
  const examination = yield* examineInSteps(bytes)
  const diagnosis = diagnoseExamination(examination)
  yield
  const repair = repairExamination(examination)
  yield
  if (repair.changes.length === 0) return { diagnosis, repair, resumeAfter: diagnosis.resume }
  const mended = yield* examineInSteps(repair.bytes)
  return { diagnosis, repair, resumeAfter: summarizeResume(mended.resume) }
}
