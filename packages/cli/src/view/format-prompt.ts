import { parseContext } from '@antiphon/core'
import { renderReference } from '@antiphon/core/context'
import { stripControl } from '@antiphon/core/ui'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { formatSpeech } from './format-speech.ts'

/** A person's words; what they attached stands above them as a list instead of as a quote block (seed 000). */
export function formatPrompt(text: string, screen: Screen, suffix = ''): string[] {
  const { palette } = screen
  const parsed = parseContext(text)
  const sign = palette.bold(palette.cyan('›'))
  const words = formatSpeech({ sign, text: parsed.text, style: palette.bold, suffix }, screen)
  const references = parsed.references.flatMap(reference =>
    wrapText(stripControl(renderReference(reference)), inset(screen, 2).width),
  )
  return [...indent(references.map(palette.dim), '  '), ...words]
}
