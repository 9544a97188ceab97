import type { ToldPart, ToldTurn } from '@antiphon/core/compare'

/** Where a replay is: which turn, and how many of its parts have been told. */
export type ReplayPlace = { readonly turn: number; readonly parts: number }

export type ReplayMove = 'next-part' | 'previous-part' | 'next-turn' | 'previous-turn' | 'first' | 'last'

/** Where a move leads; a place that has no next is where it is. */
export function moveReplay(
  turns: readonly Pick<ToldTurn, 'parts'>[],
  { turn, parts }: ReplayPlace,
  move: ReplayMove,
): ReplayPlace {
  const last = Math.max(0, turns.length - 1)
  const lengthOf = (index: number): number => turns[index]?.parts.length ?? 0
  switch (move) {
    case 'next-part':
      if (parts < lengthOf(turn)) return { turn, parts: parts + 1 }
      return turn < last ? { turn: turn + 1, parts: 0 } : { turn, parts }
    case 'previous-part':
      if (parts > 0) return { turn, parts: parts - 1 }
      return turn > 0 ? { turn: turn - 1, parts: lengthOf(turn - 1) } : { turn, parts }
    case 'next-turn':
      return turn < last ? { turn: turn + 1, parts: 0 } : { turn, parts: lengthOf(turn) }
    case 'previous-turn':
      // As with music: the beginning of this one first.
      return parts > 0 || turn === 0 ? { turn, parts: 0 } : { turn: turn - 1, parts: 0 }
    case 'first':
      return { turn: 0, parts: 0 }
    case 'last':
      return { turn: last, parts: lengthOf(last) }
  }
}

/** True where there is nothing left to tell. */
export function isReplayOver(
  turns: readonly Pick<ToldTurn, 'parts'>[],
  { turn, parts }: ReplayPlace,
): boolean {
  return turn >= turns.length - 1 && parts >= (turns[turn]?.parts.length ?? 0)
}

/** How long somebody reads what was told last, in milliseconds: the prompt of a turn, or its newest part. */
export function readingTime(
  { asked, parts }: Pick<ToldTurn, 'asked' | 'parts'>,
  told: number,
  speed: number,
): number {
  const newest = told === 0 ? asked : textOf(parts[told - 1])
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, countWords(newest) * MS_PER_WORD)) / speed
}

// 240 words a minute; nobody reads all of a long answer before they look at the next one.
const MS_PER_WORD = 250
const SHORTEST_MS = 1200
const LONGEST_MS = 20_000

function textOf(part: ToldPart | undefined): string {
  return part && part.kind !== 'work' ? part.text : 'some words of work'
}

/** Chinese has no blanks between words: two signs are about one. */
function countWords(text: string): number {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) + Math.ceil(wide / 2)
}

/** The number of the turn at a place and how many there are, as the session counts them: commands are no turns. */
export function countTurns(
  turns: readonly Pick<ToldTurn, 'number'>[],
  place: number,
): readonly [number: number, of: number] {
  const isTurn = ({ number }: Pick<ToldTurn, 'number'>): boolean => number !== null
  return [turns.slice(0, place + 1).filter(isTurn).length, turns.filter(isTurn).length]
}
