import type { BadLogLineReason } from '@antiphon/core'
import { formatCount, formatNumber } from '../view/format-count.ts'
import type { DamagedStretch, SessionFile } from './read-session.ts'

/** One short line on what could not be read and where; empty where all could. */
export function formatDamage({ name, damage }: SessionFile): string {
  if (damage.length === 0) return ''
  const reasons = [...new Set(damage.map(stretch => stretch.reason))]
  const parts = reasons.map(reason =>
    describe(
      reason,
      damage.filter(stretch => stretch.reason === reason),
    ),
  )
  return `${name}: skipped ${formatCount(damage.length, 'damaged line')}: ${parts.join('; ')}.\n`
}

const SHOWN_OFFSETS = 3

const REASONS: Readonly<Record<BadLogLineReason, string>> = {
  torn: 'torn',
  nul: 'zeros',
  'not-utf8': 'not UTF-8',
  'not-json': 'not JSON',
  'not-object': 'not an object',
  'too-long': 'too long',
}

function describe(reason: BadLogLineReason, stretches: readonly DamagedStretch[]): string {
  const offsets = stretches.slice(0, SHOWN_OFFSETS).map(({ offset }) => formatNumber(offset))
  const more = stretches.length > SHOWN_OFFSETS ? ', …' : ''
  return `${stretches.length} ${REASONS[reason]} at byte ${offsets.join(', ')}${more}`
}
