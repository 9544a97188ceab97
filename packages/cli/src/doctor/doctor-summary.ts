import { formatCount, formatNumber } from '@antiphon/core/ui'
import type { DoctorReport, DoctorVerdict } from '@antiphon/transcript'
import { formatPlace } from '../session-list/short-names.ts'
import { formatTable, type TableCell } from '../terminal/format-table.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatShare, SIGNS, VERDICT_WORDS } from './format-doctor-report.ts'

/** How many files there are, of which verdict, as they are now; `notes` are those of the fine ones that have any. */
export type DoctorSummary = Readonly<
  Record<
    | 'files'
    | 'unresumable'
    | 'repairable'
    | 'fine'
    | 'notes'
    | 'noSession'
    | 'unreadable'
    | 'fixed'
    | 'refused',
    number
  >
>

/** Counts the reports; `unreadable` files have none. */
export function computeDoctorSummary(reports: readonly DoctorReport[], unreadable: number): DoctorSummary {
  const having = (verdict: DoctorVerdict): readonly DoctorReport[] =>
    reports.filter(report => report.verdict === verdict)
  return {
    files: reports.length + unreadable,
    unresumable: having('unresumable').length,
    repairable: having('repairable').length,
    fine: having('fine').length,
    notes: having('fine').filter(({ findings }) => findings.length > 0).length,
    noSession: having('no-session').length,
    unreadable,
    fixed: reports.filter(({ fix }) => fix.status === 'done').length,
    refused: reports.filter(({ fix }) => fix.status === 'refused').length,
  }
}

export type DoctorSummaryOptions = {
  readonly reports: readonly DoctorReport[]
  readonly summary: DoctorSummary
  readonly home: string | undefined
}

/** Many files for a person: a row for each that needs something, then how many there were. */
export function formatDoctorSummary(
  { reports, summary, home }: DoctorSummaryOptions,
  { palette }: Screen,
): string[] {
  const rows = ORDER.flatMap(verdict =>
    reports.filter(report => isListed(report) && report.verdict === verdict),
  )
  const { files, unresumable, repairable, fine, notes, noSession, unreadable, fixed } = summary
  const others: readonly (readonly [number, string])[] = [
    [noSession, noSession === 1 ? 'is not a session' : 'are not sessions'],
    [unreadable, 'cannot be read'],
    [fixed, 'repaired now'],
  ]
  const counts = [
    `${formatNumber(unresumable)} cannot be resumed`,
    `${formatNumber(repairable)} can be repaired`,
    `${formatNumber(fine)} fine${notes > 0 ? ` (${formatNumber(notes)} with notes)` : ''}`,
    ...others.flatMap(([count, words]) => (count > 0 ? [`${formatNumber(count)} ${words}`] : [])),
  ]
  return [
    ...formatTable({ rows: rows.map(report => toRow(report, { palette, home })), align: 'llll' }),
    palette.bold(`${formatCount(files, 'file')}: ${counts.join(', ')}.`),
    ...(repairable > 0
      ? [`--fix repairs ${formatCount(repairable, 'file')} and keeps a backup beside each.`]
      : []),
  ]
}

const ORDER: readonly DoctorVerdict[] = ['unresumable', 'repairable', 'no-session', 'fine']

function isListed({ verdict, fix }: DoctorReport): boolean {
  return (
    verdict === 'unresumable' || verdict === 'repairable' || fix.status === 'refused' || fix.status === 'done'
  )
}

function toRow(
  { verdict, findings, fix, file }: DoctorReport,
  { palette, home }: Pick<Screen, 'palette'> & Pick<DoctorSummaryOptions, 'home'>,
): readonly TableCell[] {
  const [first] = findings
  const { sign, colour } = SIGNS[verdict]
  const state = fix.status === 'done' ? 'Repaired' : fix.status === 'refused' ? 'Not repaired' : null
  return [
    { text: `${sign} ${state ?? VERDICT_WORDS[verdict]}`, style: palette[colour] },
    { text: findings.length === 0 ? '' : formatShare(findings) },
    { text: first?.label ?? '' },
    { text: formatPlace(file, home), style: palette.dim },
  ]
}
