import { useLayoutEffect } from 'react'
import { applyLook, type Look } from './apply-look.ts'

/** Keeps the document looking as the settings say. */
export function useLook({ theme, density, readingSize, textFont, codeFont }: Look): void {
  useLayoutEffect(
    () => applyLook({ theme, density, readingSize, textFont, codeFont }),
    [theme, density, readingSize, textFont, codeFont],
  )
}
