import { CHINESE } from './chinese.ts'
import { ENGLISH, type Texts } from './texts.ts'

export type Language = 'en' | 'zh-CN'

/** The page's languages, each with its name in itself. */
export const LANGUAGES: Readonly<Record<Language, { readonly name: string; readonly texts: Texts }>> = {
  en: { name: 'English', texts: ENGLISH },
  'zh-CN': { name: '简体中文', texts: CHINESE },
}

/** The language that was chosen, else the first of the reader's that the page speaks. */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen === 'en' || chosen === 'zh-CN') return chosen
  for (const tag of preferred) {
    if (/^zh\b/i.test(tag)) return 'zh-CN'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'en'
}
