import { parseContext, type SystemMessageLevel } from '@antiphon/core'
import { renderReference } from '@antiphon/core/context'
import { formatSize, previewText, stripControl, type TextPreview } from '@antiphon/core/ui'
import {
  appendSuffix,
  indent,
  inset,
  type Palette,
  plain,
  type Screen,
  type Style,
} from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { formatMarkdown } from './format-markdown.ts'
import { viewWords } from './view-words.ts'

type SpeechOptions = {
  /** The sign before the first line, one column wide. */
  readonly sign: string
  readonly text: string
  readonly style?: Style
  readonly maxLines?: number
  readonly maxCodePoints?: number
  /** What is to be said about the words, behind them. */
  readonly suffix?: string
  /** True for what a model wrote; what a person typed is shown as it was typed. */
  readonly isMarkdown?: boolean
  /** True where the words before these stand above them: the blanks of their first line mean something. */
  readonly isContinued?: boolean
}

// More than anybody types, and little enough to print; `--json` has all of it.
const WHOLE = { maxLines: 2000, maxCodePoints: 200_000 }

/** Somebody's words behind a sign, wrapped and cleaned; what is too long is cut and measured. */
export function formatSpeech(options: SpeechOptions, screen: Screen): string[] {
  const { sign, text, style = plain, suffix = '' } = options
  const limits = {
    maxLines: options.maxLines ?? WHOLE.maxLines,
    maxCodePoints: options.maxCodePoints ?? WHOLE.maxCodePoints,
  }
  const preview = previewText(options.isContinued ? text.trimEnd() : text.trim(), limits)
  const words = stripControl(preview.text)
  const room = inset(screen, 2)
  const lines = options.isMarkdown
    ? formatMarkdown(words, { screen: room, style })
    : wrapText(words, room.width).map(line => style(line))
  const cut = formatCut(preview, screen)
  if (cut !== '') lines.push(screen.palette.dim(cut))
  const [first = '', ...rest] = lines
  return appendSuffix([`${sign} ${first}`.trimEnd(), ...indent(rest, '  ')], suffix, screen)
}

type ThinkingOptions = {
  readonly text: string
  /** Shows all of it rather than its first lines. */
  readonly isWhole: boolean
  readonly suffix?: string
}

/** The model's thinking, quieter than what it says. */
export function formatThinking({ text, isWhole, suffix }: ThinkingOptions, screen: Screen): string[] {
  const { palette } = screen
  return formatSpeech(
    {
      sign: palette.dim('∴'),
      text: text.trim() === '' ? viewWords(screen.language).hiddenThinking : text,
      style: value => palette.dim(palette.italic(value)),
      ...(suffix !== undefined && { suffix }),
      ...(!isWhole && { maxLines: 3, maxCodePoints: 400 }),
    },
    screen,
  )
}

/** A person's words; what they attached stands above them as a list instead of as a quote block (seed 000). */
export function formatPrompt(
  text: string,
  screen: Screen,
  { suffix = '', maxLines }: { readonly suffix?: string; readonly maxLines?: number | undefined } = {},
): string[] {
  const { palette } = screen
  const parsed = parseContext(text)
  const sign = palette.bold(palette.cyan('›'))
  const limit = maxLines === undefined ? {} : { maxLines, maxCodePoints: maxLines * screen.width }
  const words = formatSpeech({ sign, text: parsed.text, style: palette.bold, suffix, ...limit }, screen)
  const references = parsed.references.flatMap(reference =>
    wrapText(stripControl(renderReference(reference)), inset(screen, 2).width),
  )
  return [...indent(references.map(palette.dim), '  '), ...words]
}

type NoticeOptions = {
  readonly level: SystemMessageLevel
  readonly text: string
  readonly suffix?: string
}

/** What the program tells: quiet unless it is a warning or an error. */
export function formatNotice({ level, text, suffix = '' }: NoticeOptions, screen: Screen): string[] {
  const { sign, style } = LEVELS[level](screen.palette)
  const preview = previewText(text.trim(), { maxLines: 6, maxCodePoints: 600 })
  const cut = formatCut(preview, screen)
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

/** How much of a text a preview does not show: `… 41 more lines, 1.2 KB`; empty where it shows all. */
export function formatCut(preview: TextPreview, { language }: Pick<Screen, 'language'>): string {
  if (preview.cutCodePoints === 0) return ''
  return viewWords(language).more(preview.cutLines, formatSize(preview.cutBytes), preview.isExact)
}
