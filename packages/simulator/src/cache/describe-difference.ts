/** Both texts around the first place where they differ, short enough for a line. */
export function describeDifference(
  before: string,
  after: string,
): { readonly before: string; readonly after: string } {
  let index = 0
  while (index < before.length && index < after.length && before[index] === after[index]) index++
  return { before: excerpt(before, index), after: excerpt(after, index) }
}

const LEAD = 24
const LENGTH = 80

function excerpt(text: string, index: number): string {
  const start = Math.max(0, index - LEAD)
  const end = Math.min(text.length, start + LENGTH)
  // Half a surrogate pair at either end would be no text.
  const piece = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start > 0 ? '…' : ''}${piece}${end < text.length ? '…' : ''}`
}
