import { createPalette, type Screen } from '../src/terminal/screen.ts'

/** A screen without colour, for tests that look at words. */
export function plainScreen(width = 60): Screen {
  return { width, palette: createPalette(false) }
}

/** Lines as one text, so that an inline snapshot looks like the screen. */
export function asText(lines: Iterable<string>): string {
  return `\n${[...lines].join('\n')}\n`
}
