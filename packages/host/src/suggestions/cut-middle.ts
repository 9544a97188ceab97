/** A text that is not longer than it may be: of one that is, the beginning and the end, with a note of what is gone. */
export function cutMiddle(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const half = Math.floor(maxUnits / 2)
  // No half of a character is left where it was cut.
  const start = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${start}\n[${text.length - start.length - end.length} characters are left out]\n${end}`
}
