import { previewText, stripControl } from '@antiphon/core/ui'
import { appendSuffix } from '../terminal/append-suffix.ts'
import type { Style } from '../terminal/palette.ts'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { formatCut } from './format-cut.ts'

export type SpeechOptions = {
  /** The sign before the first line, one column wide. */
  readonly sign: string
  readonly text: string
  readonly style?: Style
  readonly maxLines?: number
  readonly maxCodePoints?: number
  /** What is to be said about the words, behind them. */
  readonly suffix?: string
}

// More than anybody types, and little enough to print; `--json` has all of it.
const WHOLE = { maxLines: 2000, maxCodePoints: 200_000 }

/** Somebody's words behind a sign, wrapped and cleaned; what is too long is cut and measured. */
export function formatSpeech(options: SpeechOptions, screen: Screen): string[] {
  const { sign, text, style = same, suffix = '' } = options
  const limits = {
    maxLines: options.maxLines ?? WHOLE.maxLines,
    maxCodePoints: options.maxCodePoints ?? WHOLE.maxCodePoints,
  }
  const preview = previewText(text.trim(), limits)
  const lines = styleMarkdown(stripControl(preview.text), { screen: inset(screen, 2), style })
  const cut = formatCut(preview)
  if (cut !== '') lines.push(screen.palette.dim(cut))
  const [first = '', ...rest] = lines
  return appendSuffix([`${sign} ${first}`.trimEnd(), ...indent(rest, '  ')], suffix, screen)
}

type StyleMarkdownOptions = { readonly screen: Screen; readonly style: Style }

/** Headings stand out and fences step back; the words themselves stay as they were written. */
function styleMarkdown(text: string, { screen, style }: StyleMarkdownOptions): string[] {
  const { palette, width } = screen
  let isCode = false
  return text.split('\n').flatMap(line => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    const isHeading = !isCode && /^#{1,6} /.test(line)
    const paint: Style = isFence ? palette.dim : isHeading ? value => palette.bold(style(value)) : style
    return wrapText(line, width).map(part => paint(part))
  })
}

function same(text: string): string {
  return text
}
