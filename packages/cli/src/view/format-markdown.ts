import { assertNever } from '@antiphon/contract'
import { type MarkdownBlock, type MarkdownInline, parseMarkdown } from '@antiphon/core/markdown'
import { indent, inset, type Palette, plain, type Screen, type Style } from '../terminal/screen.ts'
import { textWidth, wrapText } from '../terminal/text-width.ts'
import { type StyledText, wrapStyled } from '../terminal/wrap-styled.ts'
import { type CodePart, highlightCode } from './highlight-code.ts'

export type FormatMarkdownOptions = { readonly screen: Screen; readonly style?: Style }

/** Markdown as a terminal can show it: headings and emphasis by their looks, lists with their signs, tables in columns. */
export function formatMarkdown(text: string, { screen, style = plain }: FormatMarkdownOptions): string[] {
  return formatBlocks(parseMarkdown(text), { screen, style, isTight: false })
}

type Options = { readonly screen: Screen; readonly style: Style; readonly isTight: boolean }

function formatBlocks(blocks: readonly MarkdownBlock[], options: Options): string[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]
    const isApart = before !== undefined && !(options.isTight && block.type === 'list')
    return [...(isApart ? [''] : []), ...formatBlock(block, options)]
  })
}

function formatBlock(block: MarkdownBlock, options: Options): string[] {
  const { screen, style } = options
  const { palette, width } = screen
  switch (block.type) {
    case 'heading': {
      const words = toStyled(block.content, text => palette.bold(style(text)), palette)
      // Without looks, the sign has to say it.
      const sign = isPlain(palette) ? `${'#'.repeat(block.level)} ` : ''
      return wrapStyled([{ text: sign, style: palette.dim }, ...words], width)
    }
    case 'paragraph':
      return wrapStyled(toStyled(block.content, style, palette), width)
    case 'code':
      return formatCode(block, screen)
    case 'quote':
      return formatBlocks(block.blocks, { ...options, screen: inset(screen, 2) }).map(line =>
        `${palette.dim('│')} ${line}`.trimEnd(),
      )
    case 'list':
      return formatList(block, options)
    case 'table':
      return formatGrid(block, options)
    case 'rule':
      return [palette.dim('─'.repeat(Math.min(width, 40)))]
    default:
      return assertNever(block)
  }
}

/** Code is cut at the edge of nothing: a line that goes on is a line. */
function formatCode({ language, text }: Extract<MarkdownBlock, { type: 'code' }>, screen: Screen): string[] {
  const { palette } = screen
  const label = /^[\w+#.-]{1,20}$/.test(language) && language !== 'text' ? [palette.dim(`  ${language}`)] : []
  const parts = isPlain(palette) ? undefined : highlightCode(text, language)
  const styled = parts?.map(part => ({ text: part.text, style: lookOf(part.kind, palette) }))
  const lines = splitLines(styled ?? [{ text, style: palette.cyan }])
  return [
    ...label,
    ...indent(
      lines.flatMap(line => wrapStyled(line, inset(screen, 2).width)),
      '  ',
    ),
  ]
}

function lookOf(kind: CodePart['kind'], palette: Palette): Style {
  switch (kind) {
    case 'keyword':
      return palette.magenta
    case 'text':
    case 'added':
      return palette.green
    case 'comment':
      return palette.dim
    case 'number':
      return palette.yellow
    case 'removed':
      return palette.red
    case 'other':
      return plain
    default:
      return assertNever(kind)
  }
}

/** A text of several looks, line by line. */
function splitLines(parts: readonly StyledText[]): readonly (readonly StyledText[])[] {
  const lines: StyledText[][] = [[]]
  for (const { text, style } of parts)
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (line !== '') lines.at(-1)?.push({ text: line, style })
    }
  return lines
}

function formatList({ start, items }: Extract<MarkdownBlock, { type: 'list' }>, options: Options): string[] {
  const { screen } = options
  const { palette } = screen
  const last = start === undefined ? 0 : start + items.length - 1
  return items.flatMap(({ blocks, isChecked }, index) => {
    const box = isChecked === undefined ? undefined : isChecked ? '☑' : '☐'
    const number = start === undefined ? undefined : `${start + index}.`.padStart(`${last}.`.length)
    const sign = box ?? number ?? '•'
    const room = textWidth(sign) + 1
    const inner = formatBlocks(blocks, { ...options, screen: inset(screen, room), isTight: true })
    const [first = '', ...rest] = inner
    return [`${palette.dim(sign)} ${first}`.trimEnd(), ...indent(rest, ' '.repeat(room))]
  })
}

/** A table in columns as wide as they can be; a cell that is wider goes on in the lines below. */
function formatGrid(
  { head, rows }: Extract<MarkdownBlock, { type: 'table' }>,
  { screen, style }: Options,
): string[] {
  const { palette, width } = screen
  const all = [head, ...rows].map(row => row.map(cell => plainText(cell.content)))
  const wanted = head.map((_, column) => Math.max(3, ...all.map(row => textWidth(row[column] ?? ''))))
  const room = Math.max(head.length * 4, width - 3 * (head.length - 1))
  const widths = shareRoom(wanted, room)
  const rightAligned = head.map(({ align }) => align === 'right')
  const toLines = (row: readonly string[], look: Style): readonly string[] => {
    const cells = widths.map((columns, column) => wrapText(row[column] ?? '', columns))
    const height = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell, column) => {
          const text = cell[line] ?? ''
          const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)))
          return rightAligned[column] ? padding + look(text) : look(text) + padding
        })
        .join(palette.dim(' │ '))
        .trimEnd(),
    )
  }
  const [names = [], ...lines] = all
  return [
    ...toLines(names, text => palette.bold(style(text))),
    palette.dim(widths.map(columns => '─'.repeat(columns)).join('─┼─')),
    ...lines.flatMap(line => toLines(line, style)),
  ]
}

/** Narrow columns have what they want; the wide ones share the rest. */
function shareRoom(wanted: readonly number[], room: number): readonly number[] {
  const sum = wanted.reduce((total, columns) => total + columns, 0)
  if (sum <= room) return wanted
  const fair = Math.floor(room / wanted.length)
  const narrow = wanted.filter(columns => columns <= fair)
  const left = room - narrow.reduce((total, columns) => total + columns, 0)
  const share = Math.floor(left / Math.max(1, wanted.length - narrow.length))
  return wanted.map(columns => (columns <= fair ? columns : Math.min(columns, share)))
}

function plainText(inlines: readonly MarkdownInline[]): string {
  return inlines
    .map(inline => {
      if ('content' in inline) return plainText(inline.content)
      return inline.type === 'break' ? ' ' : inline.text
    })
    .join('')
}

function toStyled(inlines: readonly MarkdownInline[], style: Style, palette: Palette): readonly StyledText[] {
  const marked = (mark: string, content: readonly StyledText[]): readonly StyledText[] =>
    isPlain(palette) ? [{ text: mark, style }, ...content, { text: mark, style }] : content
  return inlines.flatMap((inline): readonly StyledText[] => {
    switch (inline.type) {
      case 'text':
        return [{ text: inline.text, style }]
      case 'code':
        return marked('`', [{ text: inline.text, style: palette.cyan }])
      case 'strong':
        return marked(
          '**',
          toStyled(inline.content, text => palette.bold(style(text)), palette),
        )
      case 'emphasis':
        return marked(
          '*',
          toStyled(inline.content, text => palette.italic(style(text)), palette),
        )
      case 'strike':
        return marked(
          '~~',
          toStyled(inline.content, text => palette.dim(style(text)), palette),
        )
      case 'link': {
        const linked = (text: string): string => palette.link(text, inline.address)
        const words = toStyled(inline.content, text => linked(style(text)), palette)
        const isBare = plainText(inline.content) === inline.address
        // Where it leads is seen before it is opened.
        return isBare
          ? words
          : [...words, { text: ` (${inline.address})`, style: text => linked(palette.dim(text)) }]
      }
      case 'image':
        return [
          {
            text: `[image: ${inline.text || inline.address}]`,
            style: text => palette.link(palette.dim(text), inline.address),
          },
        ]
      case 'break':
        return [{ text: '\n', style }]
      default:
        return assertNever(inline)
    }
  })
}

/** True where there are no looks: then the marks stay as they were written. */
function isPlain(palette: Palette): boolean {
  return palette.bold('x') === 'x'
}
