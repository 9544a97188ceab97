/** Lines as a model reads them: number, tab, text. */
export function numberLines(lines: readonly string[], firstNumber: number): string {
  return lines.map((line, index) => `${firstNumber + index}\t${line}`).join('\n')
}

/** The same for so many lines of a text from a number on, each cut to a length. */
export function numberExcerpt(
  text: string,
  { first, count, maxUnits }: { readonly first: number; readonly count: number; readonly maxUnits: number },
): string {
  const lines = text.split('\n').slice(first - 1, first - 1 + count)
  return numberLines(
    lines.map(line => (line.length > maxUnits ? `${line.slice(0, maxUnits)}…` : line)),
    first,
  )
}
