import { formatCount } from '@antiphon/core/ui'

/** How many lines of a tool's output an export shows: so many at its beginning and at its end. */
export type OutputLimits = { readonly first: number; readonly last: number }

export const HTML_OUTPUT: OutputLimits = { first: 300, last: 100 }
export const MARKDOWN_OUTPUT: OutputLimits = { first: 40, last: 20 }

export type CutOutput = { readonly head: string; readonly cut: number; readonly tail: string }

/** An output without its middle, where it is long; the last lines say how it ended. */
export function cutOutput(text: string, { first, last }: OutputLimits): CutOutput {
  const lines = text.split('\n')
  if (lines.length <= first + last + LEAST) return { head: text, cut: 0, tail: '' }
  return {
    head: `${lines.slice(0, first).join('\n')}\n`,
    cut: lines.length - first - last,
    tail: `\n${lines.slice(lines.length - last).join('\n')}`,
  }
}

// To save less is not worth a line that says so.
const LEAST = 5

/** `⋯ 340 more lines (--whole-output exports them)`. */
export function formatCut(lines: number): string {
  return `⋯ ${formatCount(lines, 'more line')} (--whole-output exports them)`
}
