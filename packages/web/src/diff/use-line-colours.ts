import { useMemo } from 'react'
import { languageOfFile } from '../markdown/to-language.ts'
import { useColours } from '../markdown/use-colours.ts'
import { type LineRun, splitColours } from './draw-runs.ts'
import type { DiffLine } from './read-patch.ts'

/** The colours of a line; in one piece until they are known. */
export type ColourLine = (line: DiffLine) => readonly LineRun[]

/** Colours both states of a file, as far as the lines of a diff tell them. */
export function useLineColours(lines: readonly DiffLine[], path: string): ColourLine {
  const language = languageOfFile(path)
  const [before, after] = useMemo(
    () => [lines.filter(line => line.kind !== 'added'), lines.filter(line => line.kind !== 'removed')],
    [lines],
  )
  const oldTree = useColours(useCode(before), language)
  const newTree = useColours(useCode(after), language)
  return useMemo(() => {
    const known = new Map<DiffLine, readonly LineRun[]>()
    if (oldTree) note(before, splitColours(oldTree), known)
    if (newTree) note(after, splitColours(newTree), known)
    return line => known.get(line) ?? [{ text: line.text, scope: '', isChanged: false }]
  }, [before, after, oldTree, newTree])
}

function useCode(lines: readonly DiffLine[]): string {
  return useMemo(() => lines.map(({ text }) => text).join('\n'), [lines])
}

function note(
  lines: readonly DiffLine[],
  colours: readonly (readonly LineRun[])[],
  known: Map<DiffLine, readonly LineRun[]>,
): void {
  for (const [index, line] of lines.entries()) {
    const runs = colours[index]
    // What a grammar made of it must say the same, to the letter.
    if (runs && runs.map(({ text }) => text).join('') === line.text) known.set(line, runs)
  }
}
