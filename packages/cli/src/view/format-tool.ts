import { formatSpan, stripControl, type TextPreview, type ToolStatus } from '@antiphon/core/ui'
import { inset, type Palette, plain, type Screen, type Style } from '../terminal/screen.ts'
import { cutToWidth, textWidth, wrapText } from '../terminal/text-width.ts'
import { formatCut } from './format-speech.ts'
import { viewWords } from './view-words.ts'

/** The sign of each status, one column wide. */
export const TOOL_SIGNS: Readonly<Record<ToolStatus, string>> = {
  done: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '⊘',
  running: '…',
}

export type ToolHeadOptions = {
  readonly status: ToolStatus
  readonly title: string
  readonly durationMs?: number
  /** True where waiting may be in it. */
  readonly isAtMost?: boolean
  /** How it stands, in a word, where the sign does not say it. */
  readonly note?: string
  readonly suffix?: string
  /** Where the title leads. */
  readonly address?: string
}

/** A call on one line: sign, tool, what it was about, how it ended, how long it took. */
export function formatToolHead(options: ToolHeadOptions, screen: Screen): string {
  const { status, durationMs, isAtMost = false } = options
  const { palette, language = 'en' } = screen
  const { sign } = STATUS_STYLES[status](palette)
  const note =
    options.note ??
    (status === 'done' || status === 'failed' ? undefined : viewWords(language).statuses[status])
  const notes = [
    ...(note === undefined ? [] : [note]),
    ...(durationMs ? [`${isAtMost ? '≤ ' : ''}${formatSpan(durationMs, { language })}`] : []),
  ]
  const suffix = options.suffix ? ` ${options.suffix}` : ''
  const tail = notes.map(note => ` · ${note}`).join('') + suffix
  const room = Math.max(MIN_TITLE, inset(screen, 2 + textWidth(tail)).width)
  const title = styleTitle(cutTitle(stripControl(options.title), room), palette)
  const linked = options.address === undefined ? title : palette.link(title, options.address)
  return `${sign(TOOL_SIGNS[status])} ${linked}${palette.dim(tail)}`
}

/** What is too long for its line loses its end, a path its first folders: the name of a file is what tells them apart. */
function cutTitle(title: string, room: number): string {
  const end = title.indexOf(': ')
  const about = title.slice(end + 2)
  if (end === -1 || textWidth(title) <= room || !/^\S*\/[^\s/]+$/.test(about)) return cutToWidth(title, room)
  const parts = about.split('/')
  while (parts.length > 1 && textWidth(parts.join('/')) > room - end - 4) parts.shift()
  return cutToWidth(`${title.slice(0, end)}: …/${parts.join('/')}`, room)
}

/** The head of a result behind a bar, and how much more there is. */
export function formatResult(
  preview: TextPreview,
  status: ToolStatus,
  screen: Screen,
  { isWrapped = false }: { readonly isWrapped?: boolean } = {},
): string[] {
  const { palette } = screen
  const { text } = STATUS_STYLES[status](palette)
  const room = inset(screen, 4).width
  const shown = dedent(stripControl(preview.text).replaceAll('\t', '  ').split('\n')).flatMap(line =>
    isWrapped ? wrapText(line.trimEnd(), room) : [cutToWidth(line.trimEnd(), room)],
  )
  while (shown.at(-1) === '') shown.pop()
  const cut = formatCut(preview, screen)
  const bar = palette.dim('│')
  return [
    ...shown.map(line => `  ${bar} ${text(line)}`.trimEnd()),
    ...(cut === '' ? [] : [`  ${bar} ${palette.dim(cut)}`]),
  ]
}

const MIN_TITLE = 20

/** Lines without the blanks that all of them begin with. */
function dedent(lines: readonly string[]): string[] {
  const spaces = lines.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length)
  const common = spaces.length === 0 ? 0 : Math.min(...spaces)
  return lines.map(line => line.slice(common))
}

const STATUS_STYLES: Readonly<
  Record<ToolStatus, (palette: Palette) => { readonly sign: Style; readonly text: Style }>
> = {
  done: ({ green, dim }) => ({ sign: green, text: dim }),
  // What went wrong is to be read; a whole page in red is not.
  failed: ({ red }) => ({ sign: red, text: plain }),
  denied: ({ yellow, dim }) => ({ sign: yellow, text: dim }),
  interrupted: ({ yellow, dim }) => ({ sign: yellow, text: dim }),
  running: ({ blue, dim }) => ({ sign: blue, text: dim }),
}

/** The tool's name stands out; a title is `Name: what it is about`. */
export function styleTitle(title: string, palette: Palette): string {
  const end = title.indexOf(': ')
  return end === -1 ? palette.bold(title) : `${palette.bold(title.slice(0, end))} ${title.slice(end + 2)}`
}
