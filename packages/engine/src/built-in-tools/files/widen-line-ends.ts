/** Makes every line end in a regular expression match `\r\n` as well: a model never sees which of them a file has. */
export function widenLineEnds(pattern: string): string {
  let depth = 0
  return pattern.replaceAll(/\\[\s\S]|[[\]\n]/g, found => {
    if (found === '[') depth += 1
    if (found === ']') depth = Math.max(0, depth - 1)
    // In a list of characters a line end is one of many.
    return depth === 0 && (found === '\n' || found === '\\n') ? '(?:\\r?\\n)' : found
  })
}
