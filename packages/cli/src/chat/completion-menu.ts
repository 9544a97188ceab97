import type { AttachedContext } from '@antiphon/core/chat'
import { findMention } from '@antiphon/core/context'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { cutToWidth, textWidth } from '../terminal/text-width.ts'

/** Something that could stand for what was begun. */
export type Completion = {
  /** What it puts in; empty where it can only be attached. */
  readonly text: string
  /** What means the same. */
  readonly alike?: readonly string[]
  readonly label: string
  readonly detail: string
  /** What goes along with the prompt where it is chosen. */
  readonly attached?: AttachedContext
}

/** What can be completed at a place of a text, from where to where. */
export type CompletionToken = {
  readonly kind: 'command' | 'context'
  readonly query: string
  readonly start: number
  readonly end: number
}

/** The word that was begun before the cursor; null where it is nothing that could be completed. */
export function findToken(text: string, cursor: number): CompletionToken | null {
  const before = text.slice(0, cursor)
  const command = /^\/(\S*)$/.exec(before)
  if (command) return { kind: 'command', query: command[1] ?? '', start: 0, end: cursor }
  const mention = findMention(text, cursor)
  return mention ? { kind: 'context', ...mention } : null
}

/** Those whose name or other name begins with what was typed, then those that hold its letters in their order. */
export function matchCommands<T extends { readonly name: string; readonly aliases?: readonly string[] }>(
  commands: readonly T[],
  query: string,
): readonly T[] {
  const typed = query.toLowerCase()
  const isBegun = (name: string): boolean => name.toLowerCase().startsWith(typed)
  const starts = commands.filter(({ name }) => isBegun(name))
  const alike = commands.filter(one => !starts.includes(one) && one.aliases?.some(isBegun))
  const others = commands.filter(
    one => !starts.includes(one) && !alike.includes(one) && isFuzzy(one.name.toLowerCase(), typed),
  )
  return [...starts, ...alike, ...others]
}

/** Whether a text has the letters of another in their order. */
export function isFuzzy(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

/** The lines of a menu, the chosen one marked; of many those around it. */
export function formatMenu(
  completions: readonly Completion[],
  chosen: number,
  { screen, rows }: { readonly screen: Screen; readonly rows: number },
): readonly string[] {
  const { palette, width } = screen
  const most = Math.max(1, Math.min(rows, MAX_SHOWN))
  const first = Math.max(0, Math.min(chosen - Math.floor(most / 2), completions.length - most))
  const shown = completions.slice(first, first + most)
  const wide = shown.map(({ label }) => oneLine(stripControl(label), 200))
  const beside = Math.max(0, ...shown.map(({ detail }) => textWidth(oneLine(stripControl(detail), 300))))
  // Details begin in one column: what is called at length is cut before it, but keeps half of the line.
  const room = beside === 0 ? width - 4 : Math.max(Math.floor(width / 2), width - 6 - beside)
  const labels = wide.map(label => cutToWidth(label, room))
  const column = Math.max(0, ...labels.map(textWidth))
  return shown.map(({ detail }, index) => {
    const label = labels[index] ?? ''
    const left = width - 6 - column
    const words = left > 8 ? cutToWidth(oneLine(stripControl(detail), 300), left) : ''
    const line = `${label}${' '.repeat(Math.max(0, column - textWidth(label)))}`
    const isChosen = first + index === chosen
    return `${isChosen ? palette.cyan('❯') : ' '} ${isChosen ? palette.cyan(line) : line}${words ? `  ${palette.dim(words)}` : ''}`.trimEnd()
  })
}

const MAX_SHOWN = 8
