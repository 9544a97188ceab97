/** Composed characters: two ways to write é are one. As long as its folded form, unit by unit. */
export function normalizeText(text: string): string {
  const composed = text.normalize('NFC')
  return composed.includes(DOTTED_I) ? composed.replaceAll(DOTTED_I, 'I') : composed
}

/** Normalised text without case. */
export function foldText(normalized: string): string {
  const lower = normalized.toLowerCase()
  // Which of the two a capital becomes depends on what follows it: a search must not.
  return lower.includes(FINAL_SIGMA) ? lower.replaceAll(FINAL_SIGMA, 'σ') : lower
}

// The one character that takes more room in lower case.
const DOTTED_I = 'İ'
const FINAL_SIGMA = 'ς'
