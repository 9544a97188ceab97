/** A byte of a pattern: `(byte | loose) === value`, so that its loose bits may be set or not. */
export type PatternByte = { readonly value: number; readonly loose: number }

/** What is looked for in bytes. */
export type BytePattern = {
  readonly bytes: readonly PatternByte[]
  /** Has the last word where the bytes are there; nothing more is asked unless told. */
  readonly accepts?: (bytes: Buffer, at: number) => boolean
}

/** Looks for patterns in bytes. */
export interface ByteFinder {
  /** The bytes that are looked through from now on. */
  load(bytes: Buffer): void
  /** The first place from `at` on where one of the patterns stands; -1 where none does. */
  next(at: number): number
}

/** A pattern of a text's bytes in UTF-8: small letters of ASCII stand for both their cases. */
export function toPattern(text: string): BytePattern {
  return { bytes: [...Buffer.from(text)].map(value => ({ value, loose: isSmallLetter(value) ? CASE : 0 })) }
}

const CASE = 0x20

function isSmallLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a
}

/** True if the pattern stands there. */
export function standsAt({ bytes: wanted, accepts }: BytePattern, bytes: Buffer, at: number): boolean {
  for (let place = 0; place < wanted.length; place++) {
    const { value, loose } = wanted[place] ?? NEVER
    const byte = bytes[at + place]
    if (byte === undefined || (byte | loose) !== value) return false
  }
  return accepts?.(bytes, at) ?? true
}

const NEVER: PatternByte = { value: -1, loose: 0 }
