import type { HitKind } from '../document/hit-kind.ts'
import { findPart, type SearchText } from '../query/matches-query.ts'
import type { QueryPart } from '../query/search-query.ts'

export type ScoredHit = {
  readonly kind: HitKind
  /** Said to or by a subagent. */
  readonly isSidechain: boolean
  /** From `computeMatch`: 0 to 1. */
  readonly match: number
  /** Milliseconds of the epoch, as `now`. */
  readonly time: number
  readonly now: number
}

/**
 * How good a hit is. What it is counts most (a title, then prompts, answers, thinking, what tools were asked, and what
 * they printed), a step of 1 each, so that words of people stand before output however often that repeats them; a
 * subagent's are worth half a step less. Within a kind the match (0 to 1) and the age (half a step at most, half of
 * that each thirty days) decide.
 */
export function scoreHit({ kind, isSidechain, match, time, now }: ScoredHit): number {
  return KIND_STEPS[kind] - (isSidechain ? SIDECHAIN : 0) + match + computeRecency(time, now)
}

/** The most that a hit of a kind can have. */
export function boundScore(hit: Omit<ScoredHit, 'match'>): number {
  return scoreHit({ ...hit, match: 1 })
}

export type ScoredSession = {
  /** The score of its best hit. */
  readonly best: number
  readonly count: number
  /** All words stand in its title. */
  readonly isInTitle: boolean
}

/** How good a session is: its best hit, two steps more for its title, and a tenth for each time that its hits double. */
export function scoreSession({ best, count, isInTitle }: ScoredSession): number {
  return best + (isInTitle ? TITLE : 0) + Math.log2(Math.max(1, count)) / 10
}

/**
 * How well a text matches, from 0 to 1: many occurrences in a short text, of rare words more than of common ones
 * (BM25 with a fixed average length, so that a hit's score depends on nothing but the hit).
 */
export function computeMatch(
  text: SearchText,
  words: readonly QueryPart[],
  rarity: readonly number[],
): number {
  const norm = K1 * (1 - B + (B * text.folded.length) / AVERAGE_UNITS)
  let [sum, most] = [0, 0]
  for (const [index, word] of words.entries()) {
    const weight = rarity[index] ?? 1
    const count = countPart(text, word)
    sum += (weight * count) / (count + norm)
    most += weight
  }
  return most === 0 ? 0 : sum / most
}

const KIND_STEPS: Readonly<Record<HitKind, number>> = {
  title: 6,
  prompt: 5,
  answer: 4,
  thinking: 2,
  command: 1.5,
  file: 1.5,
  call: 1,
  output: 0,
  note: 0,
}
const SIDECHAIN = 0.5
const TITLE = 2
const K1 = 1.2
const B = 0.75
const AVERAGE_UNITS = 600
const MOST_COUNTED = 50
const HALF_LIFE = 30 * 24 * 60 * 60 * 1000

function computeRecency(time: number, now: number): number {
  return 0.5 * 2 ** (-Math.max(0, now - time) / HALF_LIFE)
}

function countPart(text: SearchText, word: QueryPart): number {
  let count = 0
  for (let at = findPart(text, word, 0); at !== -1 && count < MOST_COUNTED; count++)
    at = findPart(text, word, at + word.text.length)
  return count
}
