import type { DoctorReport, DoctorVerdict } from '@antiphon/transcript'

/** How many files there are, of which kind, as they are now. */
export type DoctorSummary = {
  readonly files: number
  readonly healthy: number
  readonly quirks: number
  readonly damaged: number
  readonly noSession: number
  readonly unreadable: number
  /** Files in which a fix changes something, or has. */
  readonly fixable: number
  readonly fixed: number
  readonly refused: number
}

/** Counts the reports; `unreadable` files have none. */
export function computeDoctorSummary(reports: readonly DoctorReport[], unreadable: number): DoctorSummary {
  const having = (...verdicts: readonly DoctorVerdict[]): number =>
    reports.filter(({ verdict }) => verdicts.includes(verdict)).length
  return {
    files: reports.length + unreadable,
    healthy: having('healthy'),
    quirks: having('quirks'),
    damaged: having('damaged'),
    noSession: having('no-session'),
    unreadable,
    fixable: reports.filter(({ changes }) => changes.length > 0).length,
    fixed: reports.filter(({ fix }) => fix.status === 'done').length,
    refused: reports.filter(({ fix }) => fix.status === 'refused').length,
  }
}
