import type { PersonSettings } from '@antiphon/server/protocol'
import { useLayoutEffect } from 'react'
import { chooseLanguage, type Language } from './language.ts'

/** The page's language: the one of the settings, else the first of the reader's that it speaks. */
export function useLanguage(chosen: PersonSettings['language']): Language {
  const language = chooseLanguage(chosen, navigator.languages)
  // Before the redraw, since times are written in the document's language.
  if (document.documentElement.lang !== language) document.documentElement.lang = language
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return language
}
