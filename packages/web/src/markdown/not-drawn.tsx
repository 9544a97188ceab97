import type { PreviewLimits } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'

/** More than anybody reads in one piece, and little enough to be laid out. */
export const DRAWN_AT_MOST: Required<PreviewLimits> = { maxLines: 20_000, maxCodePoints: 500_000 }

/** Says how much of a text is not drawn; nothing where all of it is. */
export function NotDrawn({ characters }: { readonly characters: number }): ReactElement | null {
  const texts = useTexts()
  if (characters <= 0) return null
  return <p className="quiet">{texts.inSession.notDrawn(characters)}</p>
}
