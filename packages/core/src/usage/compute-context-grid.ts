import type { ContextCategory, ContextSquare } from './context-usage.ts'

/** A picture of the window: squares in rows, each a share of it; what is used first, then free, then the buffer. */
export function computeContextGrid(
  categories: readonly ContextCategory[],
  window: number,
): readonly (readonly ContextSquare[])[] {
  const perSquare = window / SQUARES
  const used = categories.filter(({ kind }) => kind === 'used').flatMap(toSquares)
  const buffer = categories.filter(({ kind }) => kind === 'buffer').flatMap(toSquares)
  const free = categories.find(({ kind }) => kind === 'free')
  const room = Math.max(0, SQUARES - used.length - buffer.length)
  const squares = [
    ...used,
    ...(free ? Array.from({ length: room }, () => toSquare(free, 0)) : []),
    ...buffer,
  ].slice(0, SQUARES)
  return Array.from({ length: ROWS }, (_, line) => squares.slice(line * COLUMNS, (line + 1) * COLUMNS))

  /** Whatever is there has a square, however small it is. */
  function toSquares(category: ContextCategory): readonly ContextSquare[] {
    if (category.tokens <= 0 || perSquare <= 0) return []
    const share = category.tokens / perSquare
    const count = Math.min(SQUARES, Math.max(1, Math.round(share)))
    return Array.from({ length: count }, (_, index) =>
      toSquare(category, Math.min(1, Math.max(0, share - index))),
    )
  }

  function toSquare(category: ContextCategory, squareFullness: number): ContextSquare {
    const { color, name, tokens, kind } = category
    const percentage = window === 0 ? 0 : Math.round((tokens / window) * 100)
    return { color, isFilled: kind === 'used', categoryName: name, tokens, percentage, squareFullness }
  }
}

const ROWS = 10
const COLUMNS = 10
const SQUARES = ROWS * COLUMNS
