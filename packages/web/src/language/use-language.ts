import { useCallback, useEffect, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { chooseLanguage, type Language } from './language.ts'

/** The page's language, and how to change it. */
export function useLanguage(): readonly [Language, (language: Language) => void] {
  const [language, setLanguage] = useState(() => chooseLanguage(readChoice('language'), navigator.languages))
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choose = useCallback((next: Language) => {
    // Before the redraw, since times are written in the document's language.
    document.documentElement.lang = next
    keepChoice('language', next)
    setLanguage(next)
  }, [])
  return [language, choose]
}
