/** A text in which each quotation is one character that no person types, so that nothing in it is taken for grammar. */
export type Masked = { readonly text: string; readonly unmask: (text: string) => string }

/** Masks code fences, back-quotes and the quotation marks of both languages. */
export function maskQuotes(text: string): Masked {
  const quotations: string[] = []
  const masked = text.replace(PRIVATE_USE, '').replace(QUOTED, (whole, ...groups) => {
    if (quotations.length >= MOST_QUOTATIONS) return whole
    const quoted = groups.slice(0, GROUPS).find(group => group !== undefined)
    quotations.push(String(quoted ?? ''))
    return String.fromCharCode(FIRST_MASK + quotations.length - 1)
  })
  return {
    text: masked,
    unmask: part => part.replace(PRIVATE_USE, mask => quotations[mask.charCodeAt(0) - FIRST_MASK] ?? ''),
  }
}

const FIRST_MASK = 0xe000
const MOST_QUOTATIONS = 1000
const PRIVATE_USE = /[\ue000-\uf8ff]/g
const GROUPS = 9
/** A path with Chinese names is masked too, since they touch the words around it. A straight single quote is one only where no letter touches it from outside: don't, it's. */
const QUOTED =
  /```[^\n`]*\n([\s\S]*?)\n?```|`([^`\n]+)`|"([^"\n]*)"|“([^”]*)”|「([^」]*)」|『([^』]*)』|‘([^’]*)’|(?<![A-Za-z0-9])'([^'\n]+)'(?![A-Za-z0-9])|((?:[A-Za-z]:)?[\w.~-]*[\\/][^\s，。；、：！？,;“”"'`<>|]*\p{Script=Han}[^\s，。；、：！？,;“”"'`<>|]*\.[A-Za-z0-9]{1,8})/gu
