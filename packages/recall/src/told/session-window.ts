import { linkOf, type PlacedItem, type SessionLog } from '../source/session-log.ts'
import type { SecretKeeper } from './secret-keeper.ts'
import { type ToldItem, tellItem } from './tell-item.ts'
import { createTokenBudget } from './token-budget.ts'

export type SessionWindowOptions = {
  /** The item in the middle; null for the beginning or the end. */
  readonly at: number | null
  readonly direction: 'around' | 'after' | 'before'
  readonly tokens: number
  readonly keeper: SecretKeeper
  readonly hasThinking: boolean
}

/** Items of a session that fit, with their links, and how many stand before and behind them. */
export type SessionWindow = {
  readonly items: (ToldItem & { readonly link: string })[]
  readonly left_out: { readonly before: number; readonly after: number }
}

/** Reads from a place outwards until nothing more fits: what is asked for has most of the room, each neighbour less. */
export function readWindow(
  { path, items }: Pick<SessionLog, 'path' | 'items'>,
  { at, direction, tokens, keeper, hasThinking }: SessionWindowOptions,
): SessionWindow {
  const isTold = ({ item }: PlacedItem): boolean =>
    item.kind !== 'meta' && !item.isRetracted && (hasThinking || item.kind !== 'thinking')
  const start = at ?? (direction === 'before' ? items.length : -1)
  const budget = createTokenBudget(tokens)
  const told = new Map<number, SessionWindow['items'][number]>()

  /** False where it does not fit. */
  function tell(index: number, most: number): boolean {
    const placed = items[index]
    const one = placed && isTold(placed) ? tellItem(placed.item, { keeper, most }) : null
    if (!placed || !one) return true
    const item = { link: linkOf(path, placed.item.uuid), ...one }
    if (!budget.take(item)) return false
    told.set(index, item)
    return true
  }

  if (at !== null && direction === 'around') tell(at, Math.floor(tokens * CENTRE_SHARE * UNITS_PER_TOKEN))
  const most = Math.max(LEAST_UNITS, Math.floor(tokens * NEIGHBOUR_SHARE * UNITS_PER_TOKEN))
  let before = direction === 'after' ? -1 : start - 1
  let after = direction === 'before' ? items.length : start + 1
  while (before >= 0 || after < items.length) {
    if (after < items.length && !tell(after++, most)) after = items.length
    if (before >= 0 && !tell(before--, most)) before = -1
  }
  const indices = [...told.keys()].sort((one, other) => one - other)
  const [first = start, last = start] = [indices[0], indices.at(-1)]
  const count = (from: number, to: number): number =>
    items.slice(Math.max(0, from), Math.max(0, to)).filter(isTold).length
  return {
    items: indices.flatMap(index => told.get(index) ?? []),
    left_out: { before: count(0, first), after: count(last + 1, items.length) },
  }
}

const CENTRE_SHARE = 0.5
const NEIGHBOUR_SHARE = 0.2
const UNITS_PER_TOKEN = 4
const LEAST_UNITS = 200
