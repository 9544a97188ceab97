import { API_RULES } from '@antiphon/contract'
import type { FindingGroup } from '@antiphon/core/inspect'
import { oneLine } from '@antiphon/core/ui'
import { cutToWidth } from '../terminal/cut-to-width.ts'
import { formatTable } from '../terminal/format-table.ts'
import { indent, type Screen } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** Groups below each other: how often, by which rule, of which kind; then what the rule says, and examples. */
export function formatFindings(groups: readonly FindingGroup[], screen: Screen): string[] {
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
