import { stripControl } from '@antiphon/core'
import type { Severity } from '@antiphon/transcript'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatCount, formatNumber } from '../view/format-count.ts'
import type { DoctorReport } from './compute-doctor-report.ts'
import type { DoctorSummary } from './compute-doctor-summary.ts'

/** Many files for a person: a row for each that needs something, then how many there were. */
export function formatDoctorSummary(
  { reports, summary }: { readonly reports: readonly DoctorReport[]; readonly summary: DoctorSummary },
  { palette }: Screen,
): string[] {
  const sick = reports.filter(({ verdict, fix }) => verdict === 'damaged' || fix.status === 'refused')
  const head = ['errors', 'warnings', 'fixable', 'fix', 'file'].map(text => ({ text, style: palette.dim }))
  const { files, healthy, damaged, noSession, unreadable, fixable, fixed } = summary
  const others = [
    noSession > 0 ? `${formatNumber(noSession)} no session` : '',
    unreadable > 0 ? `${formatNumber(unreadable)} not readable` : '',
    fixed > 0 ? `${formatNumber(fixed)} fixed` : '',
  ].filter(words => words !== '')
  const counts = [`${formatNumber(healthy)} healthy`, `${formatNumber(damaged)} damaged`, ...others]
  return [
    ...(sick.length === 0 ? [] : formatTable({ rows: [head, ...sick.map(toRow)], align: 'rrrll' })),
    palette.bold(`${formatCount(files, 'file')}: ${counts.join(', ')}.`),
    ...(fixable > fixed
      ? [`${formatCount(fixable - fixed, 'file')} can be fixed: add --fix. Each keeps a backup beside it.`]
      : []),
  ]
}

function toRow(report: DoctorReport): readonly TableCell[] {
  const { fix, findings, file } = report
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0)
  return [
    { text: formatNumber(countOf(report, 'error')) },
    { text: formatNumber(countOf(report, 'warning')) },
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

function countOf({ findings }: DoctorReport, severity: Severity): number {
  return findings.filter(finding => finding.severity === severity).reduce((sum, { count }) => sum + count, 0)
}
