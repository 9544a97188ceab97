import { API_RULES, type Violation } from '@antiphon/contract'
import type { Repair } from '@antiphon/core'
import { type FindingGroup, groupFindings } from '@antiphon/core/inspect'
import { formatCount, oneLine } from '@antiphon/core/ui'
import { formatTable } from '../terminal/format-table.ts'
import { indent, type Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth, wrapText } from '../terminal/text-width.ts'
import type { ApiReport } from './compute-api-report.ts'

/** Where the API would refuse the messages as stored, and where it would refuse the request, rule by rule. */
export function formatViolations(report: ApiReport, screen: Screen): string[] {
  const [where, stored, sent] = formatVerdicts(report, screen)
  const { violations } = report
  return [
    where,
    stored,
    ...formatFindings(group(violations.stored), screen),
    sent,
    ...formatFindings(group(violations.request), screen),
  ]
}

/** The same in three lines: for whom, as stored, as sent. */
export function formatVerdicts(
  { violations, target }: ApiReport,
  { palette }: Screen,
): readonly [where: string, stored: string, sent: string] {
  const verdict = (name: string, { length }: readonly Violation[]): string =>
    length === 0
      ? `${palette.green('✓')} ${palette.bold(name)}: the API would accept it.`
      : `${palette.red('✗')} ${palette.bold(name)}: the API would refuse it, ${formatCount(length, 'violation')}.`
  return [
    palette.dim(`${target.model} on ${target.platform}, API ${target.apiVersion}`),
    verdict('As stored', violations.stored),
    verdict('As sent', violations.request),
  ]
}

function group(violations: readonly Violation[]): ReturnType<typeof groupFindings> {
  return groupFindings({
    findings: violations,
    ruleOf: violation => violation.rule,
    kindOf: violation => String(violation.status),
    textOf: describe,
  })
}

/** Most of the API's texts begin with the path already. */
function describe({ path, message }: Violation): string {
  return message.startsWith(path) ? message : `${path}: ${message}`
}

/** What normalising left out, put in, moved and mended, by rule. */
export function formatRepairs(repairs: readonly Repair[], screen: Screen): string[] {
  const { palette } = screen
  if (repairs.length === 0) return [palette.dim('Nothing was repaired or left out.')]
  const groups = groupFindings({
    findings: repairs,
    ruleOf: repair => repair.rule,
    kindOf: repair => repair.action,
    textOf: repair => repair.detail,
  })
  const title = `${formatCount(repairs.length, 'change')} between the log and the request`
  return [palette.bold(title), ...formatFindings(groups, screen)]
}

/** What was tried, how the request differs, and what the API would say to it; nothing where nothing was tried. */
export function formatTrial({ violations, request, trial }: ApiReport, { palette }: Screen): string[] {
  if (!trial) return []
  const { without, order, tooLate, changed, usual } = trial
  const [first] = violations.request
  return [
    ...(without.length > 0 ? [`${palette.bold('Without')} ${without.join(', ')}`] : []),
    ...(order.length > 0 ? [`${palette.bold('In the order')} ${order.join(', ')}`] : []),
    ...tooLate.map(stage => palette.yellow(`${stage} finds nothing to do there and has no effect.`)),
    changed.length === 0
      ? 'The request is the same.'
      : `${formatCount(changed.length, 'message differs', 'messages differ')} from the request that is sent otherwise (${request.messages.length} now, ${usual} then).`,
    first ? palette.red(`✗ ${formatAnswer(first)}`) : palette.green('✓ The API would accept it.'),
  ]
}

function formatAnswer({ status, errorType, rule, message }: Violation): string {
  return `The API would refuse it by ${rule}: ${status} ${errorType}: ${oneLine(message, 300)}`
}

/** Groups below each other: how often, by which rule, of which kind; then what the rule says, and examples. */
function formatFindings(groups: readonly FindingGroup[], screen: Screen): string[] {
  const { palette } = screen
  const room = roomBehindHeads(groups, screen)
  const heads = formatTable({
    rows: groups.map(group => [
      { text: `${group.count}×`, style: palette.bold },
      { text: group.rule, style: palette.cyan },
      { text: group.kind },
      {
        text: RULE_TITLES.has(group.rule) ? '' : cutToWidth(oneLine(group.examples[0] ?? '', 200), room),
        style: palette.dim,
      },
    ]),
    align: 'rlll',
    gap: COLUMN_GAP,
  })
  return groups.flatMap((group, index) => [heads[index] ?? '', ...formatDetails(group, screen)])
}

const RULE_TITLES: ReadonlyMap<string, string> = new Map(API_RULES.map(({ id, title }) => [id, title]))
const INDENT = '    '
const MAX_EXAMPLE = 200

function roomBehindHeads(groups: readonly FindingGroup[], { width }: Screen): number {
  const widest = (read: (group: FindingGroup) => string): number =>
    Math.max(0, ...groups.map(group => textWidth(read(group))))
  const heads = widest(group => `${group.count}×`) + widest(group => group.rule) + widest(group => group.kind)
  return Math.max(MIN_ROOM, width - heads - 3 * COLUMN_GAP)
}

const MIN_ROOM = 10
const COLUMN_GAP = 2

/** A rule of the contract speaks for itself; of the others the first example is on the head's line already. */
function formatDetails({ rule, examples }: FindingGroup, { palette, width }: Screen): string[] {
  const title = RULE_TITLES.get(rule)
  const room = width - textWidth(INDENT) - 2
  const lines = (title === undefined ? examples.slice(1) : examples).flatMap(example => {
    const [first = '', ...rest] = wrapText(oneLine(example, MAX_EXAMPLE), room)
    return [`${palette.dim('·')} ${first}`, ...indent(rest, '  ')]
  })
  const words = title === undefined ? [] : wrapText(title, room).map(line => palette.dim(line))
  return indent([...words, ...lines], INDENT)
}
