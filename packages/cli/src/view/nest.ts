import { inset, type Screen } from '../terminal/screen.ts'

const STEP = 4

/** Lines of a subagent's work, set under its call by a thin bar a level. */
export function nest(lines: readonly string[], depth: number, { palette }: Screen): string[] {
  const bar = `  ${palette.dim('┊')} `.repeat(depth)
  return depth === 0 ? [...lines] : lines.map(line => (bar + line).trimEnd())
}

/** The room that is left for lines at this depth. */
export function nestedScreen(screen: Screen, depth: number): Screen {
  return inset(screen, depth * STEP)
}
