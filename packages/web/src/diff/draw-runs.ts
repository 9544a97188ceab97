import type { MarkedText } from '@antiphon/core/patch'
import type { ColourNode } from '../markdown/colour-tree.ts'

/** A piece of a line: in one colour, and changed or not. */
export type LineRun = { readonly text: string; readonly scope: string; readonly isChanged: boolean }

/** The colours of a code, line by line. */
export function splitColours(nodes: readonly ColourNode[]): readonly (readonly LineRun[])[] {
  const lines: LineRun[][] = [[]]
  walk(nodes, '')
  return lines

  // The tree is bounded in depth where it is read.
  function walk(some: readonly ColourNode[], scope: string): void {
    for (const node of some) {
      if (typeof node !== 'string') {
        walk(node.children, node.scope || scope)
        continue
      }
      for (const [index, text] of node.split('\n').entries()) {
        if (index > 0) lines.push([])
        if (text !== '') lines.at(-1)?.push({ text, scope, isChanged: false })
      }
    }
  }
}

/** A line cut where its colour changes and where a change begins or ends. */
export function mergeMarks(
  runs: readonly LineRun[],
  marks: readonly MarkedText[] | undefined,
): readonly LineRun[] {
  if (!marks) return runs
  const merged: LineRun[] = []
  let [at, left] = [0, marks[0]?.text.length ?? 0]
  for (const { text, scope } of runs) {
    for (let from = 0; from < text.length; ) {
      while (left === 0 && at < marks.length) {
        at += 1
        left = marks[at]?.text.length ?? 0
      }
      const length = left === 0 ? text.length - from : Math.min(left, text.length - from)
      merged.push({ text: text.slice(from, from + length), scope, isChanged: marks[at]?.isChanged ?? false })
      from += length
      left = Math.max(0, left - length)
    }
  }
  return merged
}
