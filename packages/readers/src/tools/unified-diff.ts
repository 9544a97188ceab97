import type { PatchHunk } from '@antiphon/core/patch'

/** The hunks of one file's unified diff. How many lines they have is counted: not every writer says it right. */
export function parseUnifiedDiff(text: string): readonly PatchHunk[] {
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const head = HUNK.exec(line)
    if (head) hunks.push({ oldStart: Number(head[1]), newStart: Number(head[2]), lines: [] })
    else if (/^[-+ \\]/.test(line)) hunks.at(-1)?.lines.push(line)
  }
  return hunks
    .filter(({ lines }) => lines.length > 0)
    .map(({ oldStart, newStart, lines }) => {
      const count = (sign: string): number => lines.filter(line => line[0] === ' ' || line[0] === sign).length
      return { oldStart, oldLines: count('-'), newStart, newLines: count('+'), lines }
    })
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
