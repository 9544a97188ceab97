import type { Message } from '@antiphon/core'
import type { SkillListing } from '../tool/session-services.ts'
import { readToldSkills } from './create-skill-listing.ts'

/**
 * Skills that a prompt seems to be about, of those whose descriptions had no room in the listing: the more of its rarer
 * words a skill has, the sooner it is told.
 */
export function findRelevantSkills(
  prompt: string,
  skills: readonly SkillListing[],
  messages: readonly Message[],
): readonly SkillListing[] {
  const told = readToldSkills(messages)
  if (told === null) return []
  const left = skills.filter(({ name }) => told.known.has(name) && !told.described.has(name))
  if (left.length === 0) return []
  const wanted = new Set(wordsOf(prompt))
  const words = left.map(skill => ({ skill, own: new Set(wordsOf(`${skill.name} ${skill.description}`)) }))
  const common = new Map<string, number>()
  for (const { own } of words) for (const word of own) common.set(word, (common.get(word) ?? 0) + 1)
  return words
    .map(({ skill, own }) => ({
      skill,
      score: [...own].reduce((sum, word) => sum + (wanted.has(word) ? 1 / (common.get(word) ?? 1) : 0), 0),
    }))
    .filter(({ score }) => score >= 1 / MOST_COMMON)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_FOUND)
    .map(({ skill }) => skill)
}

const MOST_FOUND = 5
/** A word that more skills than these have says nothing. */
const MOST_COMMON = 10

/** Words of three letters and more; of scripts without blanks, pairs of signs. */
function wordsOf(text: string): readonly string[] {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return words.flatMap(word =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)
      ? Array.from({ length: Math.max(word.length - 1, 1) }, (_, at) => word.slice(at, at + 2))
      : word.length > 2
        ? [word]
        : [],
  )
}
