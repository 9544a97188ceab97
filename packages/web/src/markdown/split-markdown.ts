/** A stretch of a text: a block of code that stands by itself, or paragraphs. */
export type MarkdownPiece =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'code'; readonly raw: string; readonly code: string; readonly language: string }

/**
 * A long text in pieces that are drawn each by itself, cut around blocks of code and where paragraphs end: a parser whose
 * time grows with the square of a text is as quick with many short ones. Paragraphs that cannot be cut come in one piece.
 */
export function splitMarkdown(text: string, pieceUnits: number): readonly MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  let start = 0
  /** Where the piece could end. */
  let cut = 0
  let fence: Fence | null = null

  function take(end: number): void {
    if (end > start) pieces.push({ kind: 'text', raw: text.slice(start, end) })
    start = end
    cut = end
  }
  function takeCode({ language, begin }: Fence, codeEnd: number, end: number): void {
    const code = text.slice(begin, codeEnd).replace(/\n$/, '')
    pieces.push({ kind: 'code', raw: text.slice(start, end), code, language })
    start = end
    cut = end
  }

  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline + 1
    const line = text.slice(at, Math.min(end, at + LONGEST_FENCE))
    const found = FENCE.exec(line)
    if (fence !== null) {
      if (found?.[1]?.startsWith(fence.mark) && found[2] === '') {
        takeCode(fence, at, end)
        fence = null
      }
    } else if (found) {
      take(at)
      fence = { mark: found[1] ?? '', language: found[2] ?? '', begin: end }
    } else if (line.trim() === '') {
      if (end - start > pieceUnits && cut > start) take(cut)
      // What is indented behind an empty line still belongs to a list.
      if (!/\s/.test(text.charAt(end))) cut = end
    }
    at = end
  }
  if (fence !== null) takeCode(fence, text.length, text.length)
  if (text.length - start > pieceUnits && cut > start) take(cut)
  take(text.length)
  return pieces
}

type Fence = { readonly mark: string; readonly language: string; readonly begin: number }

// At the very beginning of a line: one that is indented may belong to a list.
const FENCE = /^(`{3,}|~{3,})[ \t]*([^`\n]*?)[ \t\r]*\n?$/
const LONGEST_FENCE = 200
