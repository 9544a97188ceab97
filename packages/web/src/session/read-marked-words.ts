/** The words of a search that are marked where they are read: its phrases and words, without filters and what it excludes. */
export function readMarkedWords(query: string): readonly string[] {
  const text = query.trim()
  if (text === '') return []
  const isSearch = text.includes('"') || FILTER.test(text)
  if (!isSearch) return [text.toLowerCase()]
  return Array.from(text.matchAll(TOKEN), ([, minus, name, phrase, word]) =>
    minus || name ? '' : (phrase ?? word ?? '').trim().toLowerCase(),
  ).filter(part => part !== '')
}

const NAMES = 'project|session|role|tool|model|branch|before|after|is|kind'
const FILTER = new RegExp(`(?:^|\\s)(?:${NAMES}):\\S`, 'i')
const TOKEN = new RegExp(`(-?)(?:(${NAMES}):)?(?:"([^"]*)(?:"|$)|(\\S+))`, 'giu')
