/** Which characters cannot stand as they are inside backticks. */
export const IN_CODE: RegExp = /[\n\r\u2028\u2029`]/g

/** Which cannot stand in a link, since it ends at the first white space. */
export const IN_LINK: RegExp = /\s/g

/** Which cannot stand in parentheses that more text follows. */
export const IN_PARENTHESES: RegExp = /[\n\r\u2028\u2029)]/g

/** Which cannot stand at the end of a line. */
export const IN_LINE: RegExp = /[\n\r\u2028\u2029]/g

/**
 * A value as it may stand in a line of the context block; `unescapeContext` gives it back.
 * Only what would break the line or its delimiters is written as a decimal character reference
 * (`&#10;` for a line feed), which Markdown and models both know. A `&` is written so only where it
 * would otherwise begin such a reference: paths of any platform and query strings keep their look.
 */
export function escapeContext(value: string, characters: RegExp): string {
  return value.replace(/&(?=#\d{1,7};)/g, '&#38;').replace(characters, toReference)
}

/** The value that `escapeContext` was given. */
export function unescapeContext(text: string): string {
  return text.replace(/&#(\d{1,7});/g, (reference, digits: string) => {
    const codePoint = Number(digits)
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : reference
  })
}

function toReference(character: string): string {
  return `&#${character.codePointAt(0)};`
}
