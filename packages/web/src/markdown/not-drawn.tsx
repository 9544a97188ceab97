import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'

/** Says how much of a text is not drawn; nothing where all of it is. */
export function NotDrawn({ characters }: { readonly characters: number }): ReactElement | null {
  const texts = useTexts()
  if (characters <= 0) return null
  return <p className="quiet">{texts.inSession.notDrawn(characters)}</p>
}
