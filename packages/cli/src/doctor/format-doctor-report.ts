import { formatCount, formatNumber, formatSize, oneLine, stripControl } from '@antiphon/core/ui'
import type {
  DefectPlace,
  DoctorFinding,
  DoctorReport,
  DoctorVerdict,
  Harm,
  ResumeSummary,
  Severity,
  ShortChange,
} from '@antiphon/transcript'
import { formatTable } from '../terminal/format-table.ts'
import { indent, type Palette, type Screen, type Style } from '../terminal/screen.ts'
import { cutToWidth, textWidth, wrapText } from '../terminal/text-width.ts'

const SHOWN_CHANGES = 50

/** One file for a person: the verdict, what was found, what a resume sends, what a fix changes. */
export function formatDoctorReport(
  report: DoctorReport,
  { hasChanges }: { readonly hasChanges: boolean },
  screen: Screen,
): string[] {
  const { palette } = screen
  return [
    ...wrapText(`${stripControl(report.file)} · ${formatSizes(report)}`, screen.width).map(palette.bold),
    ...wrapText(formatVerdict(report), screen.width - 2).map((line, index) =>
      index === 0 ? `${SIGNS[report.verdict](palette)} ${line}` : `  ${line}`,
    ),
    ...report.findings.flatMap(finding => formatFinding(finding, screen)),
    ...(report.verdict === 'no-session' ? [] : formatResume(report, screen)),
    ...(hasChanges || report.fix.status === 'done' ? formatChanges(report.changes, screen) : []),
    ...formatFix(report, screen),
  ]
}

function formatSizes({ lines, entries, messages, bytes }: DoctorReport): string {
  return `${formatCount(lines, 'line')}, ${formatCount(entries, 'entry', 'entries')} (${formatCount(messages, 'message')}), ${formatSize(bytes)}`
}

function formatGrades(before: DoctorVerdict | null, now: DoctorVerdict): string {
  if (before === null || before === now)
    return `it is still ${GRADES[now]}${now === 'damaged' ? ', by what no fix can bring back' : ''}`
  return `it was ${GRADES[before]}, now it is ${GRADES[now]}`
}

const GRADES: Readonly<Record<DoctorVerdict, string>> = {
  healthy: 'healthy',
  quirks: 'healthy but for quirks',
  damaged: 'damaged',
  'no-session': 'no session',
}

const SIGNS: Readonly<Record<DoctorVerdict, (palette: Palette) => string>> = {
  healthy: ({ green }) => green('✓'),
  quirks: ({ green }) => green('✓'),
  damaged: ({ red }) => red('✗'),
  'no-session': ({ yellow }) => yellow('!'),
}

function formatVerdict({ verdict, findings }: DoctorReport): string {
  const count = findings.reduce((sum, finding) => sum + finding.count, 0)
  const fixable = findings.reduce((sum, finding) => sum + finding.fixable, 0)
  switch (verdict) {
    case 'healthy':
      return 'Healthy.'
    case 'quirks':
      return `Nothing to do; ${formatCount(count, 'quirk')}: nothing is lost, and the API takes what a resume sends.`
    case 'no-session':
      return 'No session: no line is a message or a record of one. A fix would not touch it.'
    case 'damaged': {
      const share =
        fixable === 0
          ? 'no fix can bring it back, and every resume copes'
          : `a fix takes away ${fixable === count ? 'all of it' : `${formatNumber(fixable)} of ${formatCount(count, 'finding')}`}`
      return `Damaged: ${formatHarms(findings)}; ${share}.`
    }
  }
}

/** What is lost or refused, in numbers: `2 lost, 1 refused by the API`. */
function formatHarms(findings: readonly DoctorFinding[]): string {
  const words = HARM_ORDER.flatMap(harm => {
    const count = countHarm(findings, harm)
    return count === 0 ? [] : [`${formatNumber(count)} ${HARMS[harm]}`]
  })
  return words.join(', ')
}

/** How many findings do this harm. */
export function countHarm(findings: readonly DoctorFinding[], harm: Harm): number {
  return findings.filter(finding => finding.harm === harm).reduce((sum, { count }) => sum + count, 0)
}

/** The worst first. */
export const HARM_ORDER: readonly Harm[] = ['lost', 'refused', 'guessed']

const HARMS: Readonly<Record<Harm, string>> = {
  lost: 'lost',
  refused: 'refused by the API as stored',
  guessed: 'read by a guess',
}

const STYLES: Readonly<Record<Severity, (palette: Palette) => Style>> = {
  error: ({ red }) => red,
  warning: ({ yellow }) => yellow,
  note: ({ dim }) => dim,
}

function formatFinding(finding: DoctorFinding, { palette, width }: Screen): string[] {
  const { count, label, severity, harm, sentence, fixable } = finding
  const nature = harm === null ? 'quirk' : HARMS[harm]
  const head = `${formatNumber(count)}× ${label} · ${nature}${fixable > 0 ? ' · --fix' : ''}`
  return [
    ...indent(wrapText(head, width - 2).map(STYLES[severity](palette)), '  '),
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
  const rows = [
    toCells(isSame ? 'now' : 'before', before),
    ...(isSame ? [] : [toCells('after a fix', after)]),
  ]
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

function formatFix({ fix, verdict, verdictBefore }: DoctorReport, { palette, width }: Screen): string[] {
  switch (fix.status) {
    case 'done':
      return wrapText(
        `Fixed: ${formatGrades(verdictBefore, verdict)}. The file as it was: ${stripControl(fix.backup)}`,
        width,
      ).map(palette.green)
    case 'refused':
      return wrapText(`Not fixed: ${stripControl(fix.detail)}.`, width).map(palette.red)
    case 'possible':
    case 'needless':
      return []
  }
}

/** The changes of a fix as a diff: the line as it was, and as it is. */
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
