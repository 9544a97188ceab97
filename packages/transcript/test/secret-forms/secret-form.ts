/** A secret in one of its spellings: what stands in a log, and the parts of it that must not come out again. */
export type SecretForm = {
  readonly label: string
  readonly text: string
  readonly secrets: readonly string[]
  /** What a reader sees through the carrier, where it is not the text itself. */
  readonly read?: (text: string) => string
}

/** Letters for values that are drawn. */
export const ALPHABETS = {
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  base64: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  url: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-',
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  lower: 'abcdefghijklmnopqrstuvwxyz0123456789',
  digits: '0123456789',
} as const

export type Alphabet = keyof typeof ALPHABETS

/** Draws values for one form: others for each label, the same on every machine. */
export type Draw = (alphabet: Alphabet, length: number) => string

export function createDraw(label: string): Draw {
  let state = 2166136261
  for (const sign of label) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16777619)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (alphabet, length) => {
    const letters = ALPHABETS[alphabet]
    const draw = (): string =>
      Array.from({ length }, () => letters[Math.floor(next() * letters.length)]).join('')
    // What the tables call drawn has a digit and a letter, as nearly all real ones of these lengths do.
    let value = draw()
    while (length > 5 && !(/[0-9]/.test(value) && (alphabet === 'digits' || /[A-Za-z]/.test(value))))
      value = draw()
    return value
  }
}

/** A form whose secret is written once, where `{}` stands in its template. */
export function inTemplate(label: string, template: string, secret: string): SecretForm {
  return { label, text: template.replaceAll('{}', () => secret), secrets: [secret] }
}
