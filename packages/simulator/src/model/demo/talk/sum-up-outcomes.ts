import { oneLine } from '@antiphon/core'
import type { Language, Texts } from '../language/language.ts'
import type { TaskOutcome } from '../tasks/carry-out.ts'

/** What came of everything, and what nobody understood. */
export function sumUpOutcomes(
  outcomes: readonly TaskOutcome[],
  unknown: readonly string[],
  language: Language,
): string {
  const parts = outcomes.map(({ outcome }) => outcome.text).filter(text => text !== '')
  const missed = unknown.map(part => `“${oneLine(part, 80)}”`).join(', ')
  const note: Texts = { en: `I did not understand ${missed}.`, zh: `我没听懂${missed}。` }
  return [...parts, ...(missed === '' ? [] : [note[language]])].join('\n\n') || NOTHING[language]
}

const NOTHING: Texts = { en: 'There was nothing to do.', zh: '没有需要做的事。' }
