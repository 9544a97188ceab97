/**
 * How well a path fits what a person has typed so far; null where its letters do not occur in this order. The end of the
 * path counts more than its folders, letters that follow each other more than scattered ones, and short paths win ties.
 */
export function scorePath(path: string, typed: string): number | null {
  const text = path.toLowerCase()
  const query = typed.toLowerCase()
  if (query === '') return -path.length
  const nameStart = text.lastIndexOf('/') + 1
  const inName = text.indexOf(query, nameStart)
  if (inName !== -1) return 2 * WHOLE + (inName === nameStart ? WHOLE / 2 : 0) - path.length
  if (text.includes(query)) return WHOLE - path.length
  const scattered = scoreScattered(text, query, nameStart)
  return scattered === null ? null : scattered - path.length
}

const WHOLE = 100_000

function scoreScattered(text: string, query: string, nameStart: number): number | null {
  let score = 0
  let last = -2
  for (const letter of query) {
    const at = text.indexOf(letter, last < 0 ? 0 : last + 1)
    if (at === -1) return null
    const isAtWord = at === 0 || /[/\-_. ]/.test(text[at - 1] ?? '')
    score += (at === last + 1 ? 30 : 0) + (isAtWord ? 20 : 0) + (at >= nameStart ? 10 : 0)
    last = at + letter.length - 1
  }
  return score
}
