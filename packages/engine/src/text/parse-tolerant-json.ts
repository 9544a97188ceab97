/** What a text of JSON holds, or why it cannot be read. */
type ParsedJson = { readonly value: unknown } | { readonly problem: string }

/** Reads JSON as people write it: with comments, trailing commas, a byte order mark; an empty text is an empty object. */
export function parseTolerantJson(text: string): ParsedJson {
  const plain = toPlainJson(text)
  if (plain.trim() === '') return { value: {} }
  try {
    return { value: JSON.parse(plain) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

/** The same text with blanks where JSON allows nothing, so that each character stands where it stood. */
export function toPlainJson(text: string): string {
  const withoutComments = text.replace(COMMENTS, token => (token.startsWith('"') ? token : toBlanks(token)))
  return withoutComments.replace(TRAILING_COMMAS, token =>
    token.startsWith('"') ? token : ` ${token.slice(1)}`,
  )
}

// Strings are matched first, so that nothing inside one is taken for a comment or a comma. An open string runs to
// its line's end: the parser says what is wrong with it.
const STRING = String.raw`"[^"\\\n]*(?:\\.[^"\\\n]*)*"?`
const COMMENTS = new RegExp(String.raw`${STRING}|^\uFEFF|//[^\n\r]*|/\*[^]*?(?:\*/|$)`, 'g')
const TRAILING_COMMAS = new RegExp(String.raw`${STRING}|,(?=\s*[\]}])`, 'g')

function toBlanks(comment: string): string {
  return comment.replace(/[^\n\r]/g, ' ')
}
