/** Whether the text fits a pattern in which `*` stands for anything, the empty text too; `\*` is a star. Linear in the text. */
export function matchWildcard(pattern: string, text: string): boolean {
  const pieces = splitAtStars(pattern)
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (pieces.length === 1) return text === first
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  let position = first.length
  const end = text.length - last.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, position)
    if (found === -1 || found + piece.length > end) return false
    position = found + piece.length
  }
  return true
}

/** The literal pieces between the stars of a pattern. */
export function splitAtStars(pattern: string): string[] {
  const pieces = ['']
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]
    if (character === '*') pieces.push('')
    else {
      const isEscape = character === '\\' && (pattern[index + 1] === '*' || pattern[index + 1] === '\\')
      if (isEscape) index++
      pieces.push(`${pieces.pop() ?? ''}${pattern[index]}`)
    }
  }
  return pieces
}
