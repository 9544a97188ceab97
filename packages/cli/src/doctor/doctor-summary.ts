import { formatCount, formatNumber, stripControl } from '@antiphon/core/ui'
import type { DoctorReport, DoctorVerdict } from '@antiphon/transcript'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { countHarm, HARM_ORDER } from './format-doctor-report.ts'

/** How many files there are, of which grade, as they are now; `fixable` are those in which a fix changes something, or has. */
export type DoctorSummary = Readonly<Record<'files' | Grade | 'fixable' | 'fixed' | 'refused', number>>

type Grade = 'healthy' | 'quirks' | 'damaged' | 'noSession' | 'unreadable'

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

/** Many files for a person: a row for each that needs something, then how many there were. */
export function formatDoctorSummary(
  { reports, summary }: { readonly reports: readonly DoctorReport[]; readonly summary: DoctorSummary },
  { palette }: Screen,
): string[] {
  const sick = reports.filter(
    ({ verdict, fix }) => verdict === 'damaged' || fix.status === 'refused' || fix.status === 'done',
  )
  const head = [...HARM_ORDER, 'fixable', 'fix', 'file'].map(text => ({
    text,
    style: palette.dim,
  }))
  const { files, healthy, quirks, damaged, noSession, unreadable, fixable, fixed } = summary
  const others = [
    noSession > 0 ? `${formatNumber(noSession)} no session` : '',
    unreadable > 0 ? `${formatNumber(unreadable)} not readable` : '',
    fixed > 0 ? `${formatNumber(fixed)} fixed` : '',
  ].filter(words => words !== '')
  const counts = [
    `${formatNumber(healthy)} healthy`,
    `${formatNumber(quirks)} with quirks (nothing to do)`,
    `${formatNumber(damaged)} damaged`,
    ...others,
  ]
  return [
    ...(sick.length === 0 ? [] : formatTable({ rows: [head, ...sick.map(toRow)], align: 'rrrrll' })),
    palette.bold(`${formatCount(files, 'file')}: ${counts.join(', ')}.`),
    ...(fixable > fixed
      ? [
          `${formatCount(fixable - fixed, 'file')} would change by --fix, quirks included. Each keeps a backup beside it.`,
        ]
      : []),
  ]
}

function toRow(report: DoctorReport): readonly TableCell[] {
  const { fix, findings, file } = report
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0)
  return [
    ...HARM_ORDER.map(harm => ({ text: formatNumber(countHarm(findings, harm)) })),
    { text: formatNumber(fixable) },
    { text: FIX_WORDS[fix.status] },
    { text: stripControl(file) },
  ]
}

const FIX_WORDS: Readonly<Record<DoctorReport['fix']['status'], string>> = {
  possible: '',
  needless: '',
  done: 'done',
  refused: 'refused',
}
