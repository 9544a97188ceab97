import type { SystemMessageLevel } from '@antiphon/core'
import { previewText, stripControl } from '@antiphon/core/ui'
import { appendSuffix } from '../terminal/append-suffix.ts'
import type { Palette, Style } from '../terminal/palette.ts'
import { indent, inset, type Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/wrap-text.ts'
import { formatCut } from './format-cut.ts'

export type NoticeOptions = {
  readonly level: SystemMessageLevel
  readonly text: string
  readonly suffix?: string
}

/** What the program tells: quiet unless it is a warning or an error. */
export function formatNotice({ level, text, suffix = '' }: NoticeOptions, screen: Screen): string[] {
  const { sign, style } = LEVELS[level](screen.palette)
  const preview = previewText(text.trim(), { maxLines: 6, maxCodePoints: 600 })
  const cut = formatCut(preview)
  const words = [stripControl(preview.text), ...(cut === '' ? [] : [cut])].join('\n')
  const [first = '', ...rest] = wrapText(words, inset(screen, 2).width).map(line => style(line))
  return appendSuffix([`${sign} ${first}`, ...indent(rest, '  ')], suffix, screen)
}

type Look = { readonly sign: string; readonly style: Style }

const LEVELS: Readonly<Record<SystemMessageLevel, (palette: Palette) => Look>> = {
  info: quiet,
  notice: quiet,
  suggestion: quiet,
  warning: ({ yellow }) => ({ sign: yellow('!'), style: yellow }),
  error: ({ red }) => ({ sign: red('✗'), style: red }),
}

function quiet({ dim }: Palette): Look {
  return { sign: dim('·'), style: dim }
}
