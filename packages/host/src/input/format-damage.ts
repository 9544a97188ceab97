import type { LogRepair } from '@antiphon/core'
import type { BadLogLineReason } from '@antiphon/core/log'
import { formatCount, formatNumber } from '@antiphon/core/ui'
import type { LoadedSession } from './read-session.ts'

/** A short line each on what could not be read, and on what was read with signs in place of bytes, and where; empty where all could. */
export function formatDamage({ name, damage, invalidTexts = [] }: LoadedSession): string {
  const kinds = countKinds(damage.map(({ reason, offset }) => ({ kind: REASONS[reason], offset })))
  const skipped =
    kinds === '' ? '' : `${name}: skipped ${formatCount(damage.length, 'damaged line')}: ${kinds}.\n`
  const signs = countKinds(
    invalidTexts.map(offset => ({ kind: 'with U+FFFD for bytes that are no UTF-8', offset })),
  )
  return skipped + (signs === '' ? '' : `${name}: read ${signs}.\n`)
}

/** One quiet line on links between messages that lead nowhere, and what to do; empty where all is well. */
export function formatLogRepairs(
  { name }: Pick<LoadedSession, 'name'>,
  report: readonly LogRepair[],
): string {
  if (report.length === 0) return ''
  const isDangling = report.every(({ rule }) => rule.startsWith('dangling'))
  const what = isDangling ? 'points to one that is missing' : 'is not stored as usual'
  const many = isDangling ? 'point to ones that are missing' : 'are not stored as usual'
  const said = report.length === 1 ? `1 message ${what}` : `${formatNumber(report.length)} messages ${many}`
  return `Note: ${said} in ${name}. It is read all the same; \`antiphon doctor\` shows where.\n`
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

type Located = { readonly kind: string; readonly offset: number | undefined }

function countKinds(found: readonly Located[]): string {
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return kinds
    .map(kind =>
      describe(
        kind,
        found.filter(one => one.kind === kind),
      ),
    )
    .join('; ')
}

function describe(kind: string, found: readonly Located[]): string {
  const offsets = found.flatMap(({ offset }) => (offset === undefined ? [] : [formatNumber(offset)]))
  const places = offsets.slice(0, SHOWN_OFFSETS).join(', ')
  const more = offsets.length > SHOWN_OFFSETS ? ', …' : ''
  return `${formatNumber(found.length)} ${kind}${places === '' ? '' : ` at byte ${places}${more}`}`
}
