import type { Repair } from '@antiphon/core'
import { groupFindings } from '@antiphon/core/inspect'
import { formatCount } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { formatFindings } from './format-findings.ts'

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
