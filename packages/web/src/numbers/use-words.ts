import type { NumbersTexts } from '../language/numbers-texts.ts'
import { useTexts } from '../page/page-context.ts'

/** The words for numbers, and the language in which numbers are written. */
export type NumbersWords = { readonly texts: NumbersTexts; readonly language: string }

export function useWords(): NumbersWords {
  const { numbers } = useTexts()
  return { texts: numbers, language: document.documentElement.lang || 'en' }
}
