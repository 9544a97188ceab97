import { type Context, createContext, useContext } from 'react'
import type { Backend } from '../backend/backend.ts'
import type { HttpBackend } from '../backend/http-backend.ts'
import { ENGLISH } from '../language/english.ts'
import type { Texts } from '../language/texts.ts'

/** What every part of the page may use. */
export type PageContext = {
  readonly backend: Backend & Partial<Pick<HttpBackend, 'login'>>
  readonly texts: Texts
}

export const PageContextValue: Context<PageContext | null> = createContext<PageContext | null>(null)

/** The page's backend; every part stands inside the page. */
export function useBackend(): PageContext['backend'] {
  const page = useContext(PageContextValue)
  if (!page) throw new Error('A part of the page stands outside of it.')
  return page.backend
}

/** The texts of the chosen language. */
export function useTexts(): Texts {
  return useContext(PageContextValue)?.texts ?? ENGLISH
}
