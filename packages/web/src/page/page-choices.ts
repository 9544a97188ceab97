import { type Context, createContext, useContext } from 'react'
import type { Language } from '../language/language.ts'
import type { Theme } from '../theme/theme.ts'

/** What a reader has chosen for the whole page, and how to choose otherwise. */
export type PageChoices = {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
  readonly theme: Theme
  readonly setTheme: (theme: Theme) => void
}

export const PageChoicesValue: Context<PageChoices> = createContext<PageChoices>({
  language: 'en',
  setLanguage: () => undefined,
  theme: 'system',
  setTheme: () => undefined,
})

/** The choices of the page that a part stands in. */
export function usePageChoices(): PageChoices {
  return useContext(PageChoicesValue)
}
