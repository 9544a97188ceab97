import type { Output } from '@antiphon/host'
import { createPalette, type Palette } from './palette.ts'
import { type ColorChoice, wantsColor } from './wants-color.ts'

/** What a format needs to know of the place where its lines are going to stand. */
export type Screen = { readonly width: number; readonly palette: Palette }

export type CreateScreenOptions = {
  readonly output: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly choice: ColorChoice
}

/** Measures the output: a terminal by itself, everything else by COLUMNS or 80. */
export function createScreen({ output, env, choice }: CreateScreenOptions): Screen {
  const isColored = wantsColor({ choice, isTerminal: output.isTerminal, env })
  return { width: readWidth(output, env), palette: createPalette(isColored) }
}

/** The same screen with `columns` less room, for lines that are going to be indented. */
export function inset(screen: Screen, columns: number): Screen {
  return { ...screen, width: Math.max(MIN_WIDTH, screen.width - columns) }
}

/** Lines moved to the right; empty lines stay empty. */
export function indent(lines: readonly string[], prefix: string): string[] {
  return lines.map(line => (line === '' ? '' : prefix + line))
}

const MIN_WIDTH = 20
// Longer lines are hard to read, however wide the window is.
const MAX_WIDTH = 120
const DEFAULT_WIDTH = 80

function readWidth(output: Output, env: CreateScreenOptions['env']): number {
  const asked = Number.parseInt(env.COLUMNS ?? '', 10)
  const width = output.columns() ?? (asked > 0 ? asked : DEFAULT_WIDTH)
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width))
}
