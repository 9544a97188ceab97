import { formatCount, formatNumber, formatSize, oneLine, stripControl } from '@antiphon/core/ui'
import {
  type DefectPlace,
  type DoctorFinding,
  type DoctorReport,
  type DoctorVerdict,
  isWorthRepair,
  type ResumeSummary,
  type Severity,
  type ShortChange,
} from '@antiphon/transcript'
import { formatTable } from '../terminal/format-table.ts'
import { indent, type Palette, type Screen, type Style, type StyleName } from '../terminal/screen.ts'
import { cutToWidth, textWidth, wrapText } from '../terminal/text-width.ts'

const SHOWN_CHANGES = 50

/** One file for a person: the verdict, what was found, what a resume sends, what a repair changes. */
export function formatDoctorReport(
  report: DoctorReport,
  { hasChanges }: { readonly hasChanges: boolean },
  screen: Screen,
): string[] {
  const { palette } = screen
  const { sign, colour } = SIGNS[report.verdict]
  return [
    ...wrapText(`${stripControl(report.file)} · ${formatSizes(report)}`, screen.width).map(palette.bold),
    ...wrapText(formatVerdict(report), screen.width - 2).map((line, index) =>
      index === 0 ? `${palette[colour](sign)} ${line}` : `  ${line}`,
    ),
    ...report.findings.flatMap(finding => formatFinding(finding, screen)),
    ...(report.verdict === 'no-session' ? [] : formatResume(report, screen)),
    ...(hasChanges || report.fix.status === 'done' ? formatChanges(report.changes, screen) : []),
    ...formatFix(report, screen),
  ]
}

function formatSizes({ lines, messages, bytes }: DoctorReport): string {
  return `${formatCount(lines, 'line')}, ${formatCount(messages, 'message')}, ${formatSize(bytes)}`
}

/** What follows from a verdict, in the words that every place has for it. */
export const VERDICT_WORDS: Readonly<Record<DoctorVerdict, string>> = {
  unresumable: 'Cannot be resumed',
  repairable: 'Can be repaired',
  fine: 'Fine',
  'no-session': 'Not a session',
}

/** A verdict as it stands before its words: colour alone tells nobody who does not see it. */
export const SIGNS: Readonly<Record<DoctorVerdict, { readonly sign: string; readonly colour: StyleName }>> = {
  unresumable: { sign: '✗', colour: 'red' },
  repairable: { sign: '!', colour: 'yellow' },
  fine: { sign: '✓', colour: 'green' },
  'no-session': { sign: '–', colour: 'dim' },
}

function formatVerdict({ verdict, findings }: DoctorReport): string {
  const count = sumOf(findings, 'count')
  const words = VERDICT_WORDS[verdict]
  switch (verdict) {
    case 'fine':
      return count === 0
        ? `${words}.`
        : `${words}. ${formatCount(count, 'note')} that ${count === 1 ? 'needs' : 'need'} nothing from you.`
    case 'no-session':
      return `${words}: no line is a message. A repair would not touch it.`
    case 'repairable':
      return `${words}: --fix settles ${formatShare(findings)}.`
    case 'unresumable':
      return `${words}. ${sumOf(findings, 'fixable') > 0 ? `--fix settles ${formatShare(findings)}.` : 'No repair can bring it back.'}`
  }
}

/** How many findings a repair settles: `2 of 3 findings`. */
export function formatShare(findings: readonly DoctorFinding[]): string {
  const [fixable, count] = [sumOf(findings, 'fixable'), sumOf(findings, 'count')]
  return fixable === count
    ? formatCount(count, 'finding')
    : `${formatNumber(fixable)} of ${formatCount(count, 'finding')}`
}

function sumOf(findings: readonly DoctorFinding[], name: 'count' | 'fixable'): number {
  return findings.reduce((sum, finding) => sum + finding[name], 0)
}

const STYLES: Readonly<Record<Severity, (palette: Palette) => Style>> = {
  error: ({ yellow }) => yellow,
  warning: ({ yellow }) => yellow,
  note: ({ dim }) => dim,
}

function formatFinding(finding: DoctorFinding, { palette, width }: Screen): string[] {
  const { count, label, severity, harm, sentence, fixable } = finding
  const isNote = !isWorthRepair({ harm, isFixable: fixable > 0 })
  const head = `${formatNumber(count)}× ${label} · ${isNote ? 'note' : 'repair'}`
  return [
    ...indent(wrapText(head, width - 2).map(isNote ? palette.dim : STYLES[severity](palette)), '  '),
    ...indent(wrapText(sentence, width - 6).map(palette.dim), '      '),
    ...indent(wrapText(formatPlaces(finding), width - 6), '      '),
  ]
}

function formatPlaces({ places, count }: DoctorFinding): string {
  const more = count > places.length ? `; and ${formatNumber(count - places.length)} more` : ''
  return places.map(formatPlace).join('; ') + more
}

function formatPlace({ line, offset, detail }: DefectPlace): string {
  const words = oneLine(detail, MAX_DETAIL)
  if (line === null || offset === null) return words
  return `line ${formatNumber(line)} (byte ${formatNumber(offset)}): ${words}`
}

const MAX_DETAIL = 120

function formatResume({ resume, fix }: DoctorReport, { palette, width }: Screen): string[] {
  const { before, after } = resume
  const isSame = fix.status === 'needless'
  const rows = [toCells('now', before), ...(isSame ? [] : [toCells('after the repair', after)])]
  const table = formatTable({ rows: rows.map(row => row.map(text => ({ text }))), align: 'lrrrl' })
  const isWide = table.some(line => textWidth(line) > width - 2)
  const lines = isWide ? rows.flatMap(row => wrapText(row.join(' · '), width - 2)) : table
  const title = wrapText(`A resume sends to ${stripControl(before.model)}`, width)
  return [...title, ...indent(lines.map(palette.dim), '  ')]
}

function toCells(name: string, { messages, blocks, repairs, violations }: ResumeSummary): readonly string[] {
  return [
    name,
    formatCount(messages, 'message'),
    formatCount(blocks, 'block'),
    formatCount(repairs, 'repair'),
    violations === 0 ? 'the API accepts it' : `the API refuses it (${violations})`,
  ]
}

function formatGrades(before: DoctorVerdict | null, now: DoctorVerdict): string {
  if (before === null || before === now) return `it ${GRADES[now]}`
  return `it ${GRADES_BEFORE[before]}, now it ${GRADES[now]}`
}

const GRADES: Readonly<Record<DoctorVerdict, string>> = {
  unresumable: 'cannot be resumed',
  repairable: 'can be repaired further',
  fine: 'is fine',
  'no-session': 'is not a session',
}

const GRADES_BEFORE: Readonly<Record<DoctorVerdict, string>> = {
  ...GRADES,
  unresumable: 'could not be resumed',
  repairable: 'could be repaired',
  fine: 'was fine',
}

function formatFix({ fix, verdict, verdictBefore }: DoctorReport, { palette, width }: Screen): string[] {
  switch (fix.status) {
    case 'done':
      return wrapText(
        `Repaired: ${formatGrades(verdictBefore, verdict)}. The file as it was: ${stripControl(fix.backup)}`,
        width,
      ).map(palette.green)
    case 'refused':
      return wrapText(`Not repaired: ${stripControl(fix.detail)}.`, width).map(palette.red)
    case 'possible':
    case 'needless':
      return []
  }
}

/** The changes of a repair as a diff: the line as it was, and as it is. */
function formatChanges(changes: readonly ShortChange[], screen: Screen): string[] {
  if (changes.length === 0) return []
  const { palette } = screen
  const shown = changes.slice(0, SHOWN_CHANGES).flatMap(change => formatChange(change, screen))
  const rest = changes.length - SHOWN_CHANGES
  return [
    `${formatCount(changes.length, 'line')} changed`,
    ...shown,
    ...(rest > 0 ? [palette.dim(`… and ${formatNumber(rest)} more; --json lists them all.`)] : []),
  ]
}

function formatChange({ line, before, after }: ShortChange, { palette, width }: Screen): string[] {
  const write = (sign: string, text: string): string =>
    cutToWidth(`${sign} ${stripControl(text).replaceAll(/\s+/g, ' ')}`, width)
  return [
    palette.cyan(`@@ line ${formatNumber(line)} @@`),
    ...(before === null ? [] : [palette.red(write('-', before))]),
    ...(after === null ? [] : [palette.green(write('+', after))]),
  ]
}
