import type { SessionRow } from '@antiphon/server/protocol'

/** Finds sessions by words; keeps what it has folded, so that each letter typed costs one pass over short texts. */
export function createSessionFilter(): (rows: Iterable<SessionRow>, query: string) => SessionRow[] {
  const folded = new WeakMap<SessionRow, string>()
  function textOf(row: SessionRow): string {
    const known = folded.get(row)
    if (known !== undefined) return known
    const text = foldRow(row)
    folded.set(row, text)
    return text
  }
  return (rows, query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return [...rows]
    return [...rows].filter(row => {
      const text = textOf(row)
      return words.every(word => text.includes(word))
    })
  }
}

// Prompts may be pages long; their heads are what people remember.
const HEAD = 400

function foldRow(row: SessionRow): string {
  const parts = [row.title, row.firstPrompt, row.lastPrompt, row.cwd, row.gitBranch, row.sessionId]
  return parts
    .map(part => (part ?? '').slice(0, HEAD))
    .join('\n')
    .toLowerCase()
}
