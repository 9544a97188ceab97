import type { Violation } from '@antiphon/contract'
import { groupFindings } from '@antiphon/core/inspect'
import { formatCount } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import type { ApiReport } from './compute-api-report.ts'
import { formatFindings } from './format-findings.ts'

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
