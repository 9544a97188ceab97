import { numberLines } from '../../files/number-lines.ts'

/** Where something was changed: the first line from 1, and how many lines. */
export type ChangedLines = { readonly line: number; readonly length: number }

/** The changed lines with some around them, numbered; not more than a model needs to see that all is well. */
export function formatSnippet(text: string, { line, length }: ChangedLines): string {
  const first = Math.max(1, line - CONTEXT_LINES)
  const last = Math.min(line + length - 1 + CONTEXT_LINES, first + MAXIMUM_LINES - 1)
  const lines = text.split('\n').slice(first - 1, last)
  return numberLines(lines.map(cut), first)
}

const CONTEXT_LINES = 4
const MAXIMUM_LINES = 40
const MAXIMUM_UNITS = 500

function cut(line: string): string {
  return line.length > MAXIMUM_UNITS ? `${line.slice(0, MAXIMUM_UNITS)}…` : line
}
