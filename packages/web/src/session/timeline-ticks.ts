import type { OutlineTurn, TurnOutline } from '@antiphon/server/protocol'

/** What one line of the strip stands for: a turn, or several where there are too many to tell apart. */
export type TimelineTick = {
  /** The same for the same turns, whichever others are told. */
  readonly slot: number
  readonly first: OutlineTurn
  readonly last: OutlineTurn
  readonly calls: number
  readonly failed: number
  /** Whether the context was compacted between it and the one before. */
  readonly isCut: boolean
  /** Where the next one begins. */
  readonly next: number
}

/** The ticks of a session, so few that each can be pointed at. */
export function computeTicks(
  { turns, compactions }: Pick<TurnOutline, 'turns' | 'compactions'>,
  most: number = MOST,
): readonly TimelineTick[] {
  const size = Math.max(1, Math.ceil(turns.length / most))
  const ticks: TimelineTick[] = []
  const shift = ((turns[0]?.number ?? 1) - 1) % size
  for (let at = -shift; at < turns.length; at += size) {
    const group = turns.slice(Math.max(0, at), at + size)
    const [first, last] = [group[0], group.at(-1)]
    if (!first || !last) continue
    const before = at <= 0 ? -1 : (turns[Math.max(0, at - size)]?.seq ?? -1)
    ticks.push({
      slot: Math.floor((first.number - 1) / size),
      first,
      last,
      calls: Math.max(...group.map(({ calls }) => calls)),
      failed: group.reduce((sum, { failed }) => sum + failed, 0),
      isCut: compactions.some(seq => seq >= before && seq < first.seq),
      next: turns[at + size]?.seq ?? Number.POSITIVE_INFINITY,
    })
  }
  return ticks
}

// Four pixels each, on a screen that is not high.
const MOST = 160

/** How wide the line of a tick is: by the order of magnitude of its calls. */
export function toTickWidth(calls: number): number {
  return Math.min(WIDEST, Math.round(NARROWEST + 4 * Math.log2(1 + calls)))
}

const NARROWEST = 5
const WIDEST = 21

/** Which ticks are on screen, both included; the last one where the reader is at the end. */
export function findSeen(
  ticks: readonly TimelineTick[],
  { first, last, isAtEnd }: { readonly first: number; readonly last: number; readonly isAtEnd: boolean },
): { readonly from: number; readonly to: number } {
  const at = (seq: number): number =>
    Math.max(
      0,
      ticks.findLastIndex(tick => tick.first.seq <= seq),
    )
  return { from: at(first), to: isAtEnd ? ticks.length - 1 : at(Math.max(first, last)) }
}
