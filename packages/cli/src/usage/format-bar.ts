/** A bar of at most `width` columns that is `share` (0 to 1) full, in eighths of a column; something is never nothing. */
export function formatBar(share: number, width: number): string {
  if (!(share > 0)) return ''
  const eighths = Math.max(1, Math.round(Math.min(1, share) * width * EIGHTHS))
  const full = Math.floor(eighths / EIGHTHS)
  return '█'.repeat(full) + (PARTS[eighths % EIGHTHS] ?? '')
}

const EIGHTHS = 8
const PARTS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** Values as a line of at most `width` columns; where there are more values, a column shows the largest of its own. */
export function formatSparkline(values: readonly number[], width: number): string {
  const columns = Math.min(values.length, width)
  const top = values.reduce((largest, value) => Math.max(largest, value), 0)
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns)
    const to = Math.floor(((column + 1) * values.length) / columns)
    const value = values.slice(from, to).reduce((largest, item) => Math.max(largest, item), 0)
    const level = top > 0 ? Math.round((value / top) * (LEVELS.length - 1)) : 0
    return LEVELS[level] ?? LEVELS[0]
  }).join('')
}

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const
