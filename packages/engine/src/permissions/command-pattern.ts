/** What the parentheses of a `Bash(…)` rule mean. */
export type CommandPattern =
  | { readonly kind: 'exact'; readonly text: string }
  /** The command and whatever follows it. */
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'wildcard'; readonly text: string }

/** `git log:*` and `git log *` are prefixes, `git * main` has wildcards, everything else is exact. */
export function parseCommandPattern(content: string): CommandPattern {
  const prefix = /^(?<text>.*\S)\s*(?::\*|\s\*)$/su.exec(content)?.groups?.text
  if (prefix !== undefined && !prefix.includes('*')) return { kind: 'prefix', text: prefix }
  if (splitAtStars(content).length > 1) return { kind: 'wildcard', text: content }
  return { kind: 'exact', text: content.replaceAll('\\*', '*') }
}

/** Whether a command, written out with single spaces, is one that the pattern means. */
export function matchCommandPattern(pattern: CommandPattern, text: string): boolean {
  if (pattern.kind === 'exact') return text === pattern.text
  if (pattern.kind === 'prefix') return text === pattern.text || text.startsWith(`${pattern.text} `)
  // `git * push *` means `git -v push` too, as `git push *` means `git push`.
  const isOptionalEnd = pattern.text.endsWith(' *') && matchWildcard(pattern.text.slice(0, -2), text)
  return isOptionalEnd || matchWildcard(pattern.text, text)
}

/** Whether the pattern could mean a command of which only the beginning is known. */
export function mayMatchCommandPattern(pattern: CommandPattern, certain: string): boolean {
  const head = pattern.kind === 'wildcard' ? (splitAtStars(pattern.text)[0] ?? '') : pattern.text
  return head.startsWith(certain) || (pattern.kind !== 'exact' && certain.startsWith(head))
}

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
