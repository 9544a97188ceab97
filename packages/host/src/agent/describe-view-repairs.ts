import type { Repair } from '@antiphon/core'
import { groupFindings } from '@antiphon/core/inspect'
import { formatCount, formatNumber } from '@antiphon/core/ui'

/** One line on what the model gets otherwise than it is stored, since the API would refuse it; none where there is nothing. */
export function describeViewRepairs(name: string, repairs: readonly Repair[]): readonly string[] {
  const findings = repairs.filter(isRepair)
  if (findings.length === 0) return []
  const groups = groupFindings({
    findings,
    ruleOf: ({ rule }) => rule,
    kindOf: ({ action }) => action,
    textOf: ({ detail }) => detail,
    examples: 1,
  })
  const kinds = groups.map(
    ({ rule, kind, count, examples }) => `${formatNumber(count)} ${kind} (${rule}: ${examples.join()})`,
  )
  const places = formatCount(findings.length, 'place')
  return [
    `${name}: mended ${places} for the model: ${kinds.join('; ')}. \`antiphon api --repairs\` shows each.`,
  ]
}

/** What was never meant for the model is left out of every request, and order and joints are no damage. */
function isRepair({ rule, action }: Repair): boolean {
  return action !== 'omitted' && action !== 'merged' && action !== 'moved' && !PLACEHOLDERS.has(rule)
}

/** They stand where the next prompt will. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(['ROL-03', 'ENV-15'])
