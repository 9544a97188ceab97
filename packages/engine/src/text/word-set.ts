/** The words of some lines, which blanks separate. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap(line => line.trim().split(/\s+/)))
}
