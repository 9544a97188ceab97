import type { PersonSettings } from '@antiphon/server/protocol'

/** How the page looks by the person's settings: theme, density, size and letters. */
export type Look = Pick<PersonSettings, 'theme' | 'density' | 'readingSize' | 'textFont' | 'codeFont'>

/** Makes the document look so, by its attributes and variables alone: nothing is drawn anew. */
export function applyLook({ theme, density, readingSize, textFont, codeFont }: Look): void {
  const { dataset, style } = document.documentElement
  dataset.theme = theme
  dataset.density = density
  setVariable('--fs-read', readingSize === USUAL_SIZE ? '' : `${readingSize}px`)
  setVariable('--lh-read', readingSize === USUAL_SIZE ? '' : `${Math.round(readingSize * 0.8) * 2}px`)
  setVariable('--font', textFont && `"${textFont}", "Inter Variable", sans-serif`)
  setVariable('--mono', codeFont && `"${codeFont}", "JetBrains Mono Variable", monospace`)

  function setVariable(name: string, value: string): void {
    if (value === '') style.removeProperty(name)
    else style.setProperty(name, value)
  }
}

const USUAL_SIZE = 15
