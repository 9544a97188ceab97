/** A position of a log; undefined where none is given, null for what is none. */
export function readPosition(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined
  const position = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(position) ? position : null
}

/** What a request is told whose position is none. */
export const NO_POSITION = 'A position is a whole number.'
