import type { ResumeSummary } from './compute-resume.ts'
import type { Defect, DefectKind, Severity } from './defect.ts'
import type { Diagnosis } from './diagnose.ts'
import { DEFECT_EXPLANATIONS, type DefectExplanation } from './explain-defect.ts'
import type { LineChange } from './repair-log.ts'

/** What the doctor says of one file; plain JSON. */
export type DoctorReport = Pick<Diagnosis, 'bytes' | 'lines' | 'entries' | 'messages'> & {
  readonly file: string
  readonly verdict: DoctorVerdict
  /** The grade before a fix that was made; null where none was. */
  readonly verdictBefore: DoctorVerdict | null
  /** What a repair settles first, then the worst, then in the order of the file. */
  readonly findings: readonly DoctorFinding[]
  readonly resume: { readonly before: ResumeSummary; readonly after: ResumeSummary }
  readonly fix: FixReport
  /** What a fix changes, or has changed. */
  readonly changes: readonly ShortChange[]
}

/**
 * What follows for the person whose session it is, as the file is now. `unresumable`: nothing of it can be sent, or the
 * API refuses what a resume sends. `repairable`: something is lost, refused as stored or was guessed, and a repair
 * settles it. `fine`: there is nothing to do; its findings are notes. `no-session`: some other kind of file.
 */
export type DoctorVerdict = 'unresumable' | 'repairable' | 'fine' | 'no-session'

/** All defects of one kind. */
export type DoctorFinding = Omit<DefectExplanation, 'isFixable'> & {
  readonly kind: DefectKind
  readonly count: number
  /** How many of them a fix takes away. */
  readonly fixable: number
  /** The first few. */
  readonly places: readonly DefectPlace[]
}

/** Where one of them is, and what is particular about it. */
export type DefectPlace = Pick<Defect, 'line' | 'offset' | 'uuid' | 'detail'>

/** `possible`: nobody asked for it. `needless`: nothing would change. */
type FixReport =
  | { readonly status: 'possible' | 'needless' }
  | { readonly status: 'done'; readonly backup: string }
  | { readonly status: 'refused'; readonly detail: string }

type DoctorSource = {
  readonly file: string
  readonly diagnosis: Diagnosis
  readonly resumeAfter: ResumeSummary
  readonly changes: readonly LineChange[]
  readonly fix: FixReport
  /** How many places of each kind are named; a few unless told. */
  readonly places?: number
}

/** Groups what was found by kind. */
export function computeDoctorReport({
  file,
  diagnosis,
  resumeAfter,
  changes,
  fix,
  places = SHOWN_PLACES,
}: DoctorSource): DoctorReport {
  const { bytes, lines, entries, messages, resume } = diagnosis
  const findings = groupDefects(diagnosis, places)
  return {
    file,
    verdict: judgeDiagnosis(diagnosis),
    verdictBefore: null,
    bytes,
    lines,
    entries,
    messages,
    findings,
    resume: { before: resume, after: resumeAfter },
    fix,
    changes: changes.map(shortenChange),
  }
}

/** What all the defects of a log come to. */
export function judgeDiagnosis({ isSession, defects, messages, resume }: Diagnosis): DoctorVerdict {
  if (!isSession) return 'no-session'
  const hasSaid = messages > 0 || defects.some(({ harm }) => harm === 'lost')
  if (resume.violations > 0 || (resume.messages === 0 && hasSaid)) return 'unresumable'
  return defects.some(isWorthRepair) ? 'repairable' : 'fine'
}

/** True for what does harm and can be settled; everything else is a note. */
export function isWorthRepair({ harm, isFixable }: Pick<Defect, 'harm' | 'isFixable'>): boolean {
  return harm !== null && isFixable
}

const SHOWN_PLACES = 3
const WEIGHTS: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 }

function groupDefects({ defects }: Diagnosis, shown: number): readonly DoctorFinding[] {
  const kinds = [...new Set(defects.map(({ kind }) => kind))]
  return kinds
    .map(kind => {
      const found = defects.filter(defect => defect.kind === kind)
      const { severity, harm, label, sentence } = DEFECT_EXPLANATIONS[kind]
      const places = found
        .slice(0, shown)
        .map(({ line, offset, uuid, detail }) => ({ line, offset, uuid, detail }))
      const fixable = found.filter(({ isFixable }) => isFixable).length
      return { kind, severity, harm, label, sentence, count: found.length, fixable, places }
    })
    .toSorted((first, second) => weigh(first) - weigh(second))
}

function weigh({ harm, fixable, severity }: DoctorFinding): number {
  return (isWorthRepair({ harm, isFixable: fixable > 0 }) ? 0 : 3) + WEIGHTS[severity]
}

/** A change of a line, cut to where it changes. */
export type ShortChange = {
  readonly action: LineChange['action']
  readonly line: number
  readonly offset: number
  /** The stretches of the line that differ, with some text around each; null where there is no such line. */
  readonly before: string | null
  readonly after: string | null
}

/** What a person needs to see of a change: of a rewritten line the middle that differs, of others their head. */
export function shortenChange({ action, line, offset, before, after }: LineChange): ShortChange {
  if (before === null || after === null)
    return { action, line, offset, before: shortenHead(before), after: shortenHead(after) }
  const head = countSame(before, after, index => index)
  const shorter = Math.min(before.length, after.length) - head
  const tail = Math.min(
    shorter,
    countSame(before, after, (index, { length }) => length - 1 - index),
  )
  return {
    action,
    line,
    offset,
    before: cut(before, { head, tail }),
    after: cut(after, { head, tail }) + (isEnded(after) && !isEnded(before) ? NEWLINE_SIGN : ''),
  }
}

/** Where all that changes is that a line was ended. */
const NEWLINE_SIGN = '⏎'

function isEnded(bytes: Uint8Array): boolean {
  return bytes.at(-1) === 0x0a
}

const CONTEXT_BYTES = 24
const MAX_BYTES = 160

function shortenHead(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  return decode(bytes.subarray(0, MAX_BYTES)) + (bytes.length > MAX_BYTES ? '…' : '')
}

/** How many bytes are the same, counted from one end. */
function countSame(
  first: Uint8Array,
  second: Uint8Array,
  at: (index: number, bytes: Uint8Array) => number,
): number {
  const shorter = Math.min(first.length, second.length)
  let count = 0
  while (count < shorter && first[at(count, first)] === second[at(count, second)]) count++
  return count
}

function cut(bytes: Uint8Array, { head, tail }: { readonly head: number; readonly tail: number }): string {
  const start = Math.max(0, head - CONTEXT_BYTES)
  const end = Math.min(bytes.length, Math.max(start, bytes.length - tail + CONTEXT_BYTES))
  const shown = Math.min(end, start + MAX_BYTES)
  return (start > 0 ? '…' : '') + decode(bytes.subarray(start, shown)) + (shown < bytes.length ? '…' : '')
}

function decode(bytes: Uint8Array): string {
  // Also of bytes that are no text, and of characters that the cut went through.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
}
