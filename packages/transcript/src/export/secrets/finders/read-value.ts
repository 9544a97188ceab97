const LONGEST_QUOTED = 2048

/** Up to the quote that closes; null where none does within reason. */
export function readQuoted(text: string, start: number, quote: string): string | null {
  const limit = Math.min(text.length, start + LONGEST_QUOTED)
  for (let end = text.indexOf(quote, start); end !== -1 && end < limit; end = text.indexOf(quote, end + 1))
    if (quote.length > 1 || countBackslashesBefore(text, end, start) % 2 === 0) return text.slice(start, end)
  return null
}

function countBackslashesBefore(text: string, end: number, start: number): number {
  let count = 0
  while (end - count - 1 >= start && text[end - count - 1] === '\\') count += 1
  return count
}

/** One word, up to what ends a value in code and shells. */
export function readBare(text: string, start: number): string {
  BARE.lastIndex = start
  return BARE.exec(text)?.[0].replace(TRAILING, '') ?? ''
}

// With the bracket that makes a call or a lookup of it, by which it is known for code.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end a value
const BARE = /[^\s"'`\\;,&|<>(){}[\]\u0000-\u001f\uE000。，；、]+[([]?/y
const TRAILING = /[.:!?]+$(?<=[a-z0-9]{3}[.:?])|です$/

/** The rest of the line where it is one word and nothing of code: then it may hold signs that would end a value elsewhere. */
export function readLine(text: string, start: number): string | null {
  LINE.lastIndex = start
  const value = LINE.exec(text)?.[1]
  return value === undefined ? null : value
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end a value
const LINE = /([^\s"'`\\<>\u0000-\u001f\uE000]{1,512}?)[;,]?[ \t]{0,20}(?=\r?\n|$)/y
