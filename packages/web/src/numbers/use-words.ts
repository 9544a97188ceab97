import { useTexts } from '../app/page-context.ts'
import type { NumbersTexts } from './numbers-texts.ts'

/** The words for numbers, and the language in which numbers are written. */
export type NumbersWords = { readonly texts: NumbersTexts; readonly language: string }

export function useWords(): NumbersWords {
  const { numbers } = useTexts()
  return { texts: numbers, language: document.documentElement.lang || 'en' }
}
