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

/** One quiet line on what is not as usual between messages: what was left out and where, and what to do; empty where all is well. */
export function formatLogRepairs(
  { name }: Pick<LoadedSession, 'name'>,
  report: readonly LogRepair[],
): string {
  if (report.length === 0) return ''
  const said = REPAIRS.flatMap(({ isOf, one, many, isPlaced }) => {
    const found = report.filter(({ rule }) => isOf(rule))
    if (found.length === 0) return []
    const words = found.length === 1 ? `1 ${one}` : `${formatNumber(found.length)} ${many}`
    return isPlaced ? `${words}${formatPlaces(found)}` : words
  })
  return `Note: ${said.join('; ')} in ${name}. All else is read; \`antiphon doctor\` shows where.\n`
}

type RepairWords = {
  readonly isOf: (rule: LogRepair['rule']) => boolean
  readonly one: string
  readonly many: string
  /** Whether its bytes are named: they are lost. */
  readonly isPlaced?: boolean
}

const isBadLine = (rule: string): boolean => rule === 'bad-line'
const isDangling = (rule: string): boolean => rule.startsWith('dangling')
const isDuplicate = (rule: string): boolean => rule.startsWith('duplicate')
const REPAIRS: readonly RepairWords[] = [
  { isOf: isBadLine, one: 'line cannot be read', many: 'lines cannot be read', isPlaced: true },
  {
    isOf: isDangling,
    one: 'message points to one that is missing',
    many: 'messages point to ones that are missing',
  },
  { isOf: isDuplicate, one: 'message stands there twice', many: 'messages stand there twice' },
  {
    isOf: rule => ![isBadLine, isDangling, isDuplicate].some(isKnown => isKnown(rule)),
    ...{ one: 'message is not stored as usual', many: 'messages are not stored as usual' },
  },
]

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
  return `${formatNumber(found.length)} ${kind}${formatPlaces(found)}`
}

function formatPlaces(found: readonly { readonly offset?: number | undefined }[]): string {
  const offsets = found.flatMap(({ offset }) => (offset === undefined ? [] : [formatNumber(offset)]))
  const places = offsets.slice(0, SHOWN_OFFSETS).join(', ')
  const more = offsets.length > SHOWN_OFFSETS ? ', …' : ''
  return places === '' ? '' : ` at byte ${places}${more}`
}
