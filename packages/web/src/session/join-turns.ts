import type { OutlineTurn, TurnOutline } from '@antiphon/server/protocol'

/** Turns, and the compactions among them, that were told for another place of a session. */
export type ToldTurns = Pick<TurnOutline, 'turns' | 'compactions'>

/** The turns of an outline with those that were told beside it, as far as they follow each other without a gap. */
export function joinTurns(outline: TurnOutline, told: ToldTurns): TurnOutline {
  const [first, last] = [outline.turns[0], outline.turns.at(-1)]
  if (!first || !last || told.turns.length === 0) return outline
  const byNumber = new Map(told.turns.map(turn => [turn.number, turn]))
  const before: OutlineTurn[] = []
  for (let turn = byNumber.get(first.number - 1); turn; turn = byNumber.get(turn.number - 1))
    before.push(turn)
  const behind: OutlineTurn[] = []
  for (let turn = byNumber.get(last.number + 1); turn; turn = byNumber.get(turn.number + 1)) behind.push(turn)
  if (before.length + behind.length === 0) return outline
  const turns = [...before.reverse(), ...outline.turns, ...behind]
  const from = turns[0]?.seq ?? 0
  const compactions = new Set([
    ...outline.compactions,
    ...told.compactions.filter(seq => seq >= from && seq <= (turns.at(-1)?.last ?? 0)),
  ])
  return { ...outline, turns, compactions: [...compactions].toSorted((one, other) => one - other) }
}

/** What was told before with what is told now; the same turn is what it is now, and only so many are kept. */
export function addTold(told: ToldTurns, more: ToldTurns, farSide: 'first' | 'last'): ToldTurns {
  const byNumber = new Map([...told.turns, ...more.turns].map(turn => [turn.number, turn]))
  const turns = [...byNumber.values()].toSorted((one, other) => one.number - other.number)
  const compactions = [...new Set([...told.compactions, ...more.compactions])]
  if (turns.length <= MOST_TOLD) return { turns, compactions }
  return {
    turns: farSide === 'last' ? turns.slice(0, MOST_TOLD) : turns.slice(-MOST_TOLD),
    compactions,
  }
}

export const NO_TOLD: ToldTurns = { turns: [], compactions: [] }

// Some megabytes: a line each, of which only those in sight are drawn.
const MOST_TOLD = 10_000
