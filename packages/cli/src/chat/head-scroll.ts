import type { Screen } from '../terminal/screen.ts'

/** What stands above an answer and may be longer than the room: a difference, a script, a plan. */
export interface HeadScroll {
  /** The lines that are shown, with a line of how many are not where some are not. */
  cut(lines: readonly string[], most: number, screen: Screen): readonly string[]
  /** True where the key was one that goes through it. */
  press(name: string): boolean
}

/** Begins at the first line. */
export function createHeadScroll(): HeadScroll {
  let [first, page, last] = [0, 1, 0]
  return {
    cut(lines, most, { palette }) {
      page = Math.max(0, most - 1)
      last = lines.length <= most ? 0 : lines.length - page
      first = Math.min(first, last)
      if (lines.length <= most) return lines
      const keys = [...(first > 0 ? ['PgUp'] : []), ...(first < last ? ['PgDn'] : [])].join(' ')
      return [
        ...lines.slice(first, first + page),
        `  ${palette.dim(`… +${lines.length - page - first} · ${keys}`)}`,
      ]
    },
    press(name) {
      if (name !== 'page-up' && name !== 'page-down') return false
      const step = Math.max(1, page - 1)
      first = Math.max(0, Math.min(last, first + (name === 'page-up' ? -step : step)))
      return true
    },
  }
}
