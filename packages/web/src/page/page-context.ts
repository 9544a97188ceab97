import { type Context, createContext, useContext } from 'react'
import type { Client } from '../client/client.ts'
import type { Texts } from '../language/texts.ts'
import { ENGLISH } from '../language/texts.ts'

/** What every part of the page may use. */
export type PageContext = {
  readonly client: Client
  readonly texts: Texts
}

export const PageContextValue: Context<PageContext | null> = createContext<PageContext | null>(null)

/** The page's client; every part stands inside the page. */
export function useClient(): Client {
  const page = useContext(PageContextValue)
  if (!page) throw new Error('A part of the page stands outside of it.')
  return page.client
}

/** The texts of the chosen language. */
export function useTexts(): Texts {
  return useContext(PageContextValue)?.texts ?? ENGLISH
}
