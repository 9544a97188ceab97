/** Gives texts numbers, each the same one. */
export interface TextTable {
  readonly texts: readonly string[]
  place(text: string): number
}

export function createTextTable(): TextTable {
  const texts: string[] = []
  const places = new Map<string, number>()
  return {
    texts,
    place(text) {
      const known = places.get(text)
      if (known !== undefined) return known
      places.set(text, texts.length)
      return texts.push(text) - 1
    },
  }
}
