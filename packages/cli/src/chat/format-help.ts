import { oneLine, stripControl } from '@antiphon/core/ui'
import type { WireSlashCommand } from '@antiphon/core/wire'
import { inset, plain, type Screen, type Style } from '../terminal/screen.ts'
import { cutToWidth, textWidth, wrapText } from '../terminal/text-width.ts'
import type { ReplTexts } from './repl-texts.ts'

/** The keys and the commands that there are, each with what it does beside it. */
export function formatHelp(
  { help }: Pick<ReplTexts, 'help'>,
  commands: readonly Pick<WireSlashCommand, 'name' | 'description'>[],
  screen: Screen,
): readonly string[] {
  const { bold, dim } = screen.palette
  const called = commands.map(({ name, description }) => ({
    head: `/${oneLine(stripControl(name), 60)}`,
    words: oneLine(stripControl(description), 200),
  }))
  return [
    ...help.flatMap(([head, words]) => formatRow({ head, words }, 10, plain)),
    '',
    ...called.flatMap(row => formatRow(row, 14, dim)),
  ]

  function formatRow(
    { head, words }: { readonly head: string; readonly words: string },
    column: number,
    style: Style,
  ): readonly string[] {
    const begin = cutToWidth(head, screen.width - 4)
    const wide = textWidth(begin) > column
    const [first = '', ...rest] = wrapText(words, inset(screen, column + 3).width)
    const gap = ' '.repeat(column + 3)
    // A name that is longer than its column has its words below it.
    if (wide) return [`  ${bold(begin)}`, ...[first, ...rest].map(line => gap + style(line))]
    const filled = bold(begin) + ' '.repeat(column - textWidth(begin))
    return [`  ${filled} ${style(first)}`, ...rest.map(line => gap + style(line))]
  }
}
