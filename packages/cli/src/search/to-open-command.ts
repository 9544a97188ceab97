import type { Hit } from '@antiphon/search'
import { sessionIdOf } from '@antiphon/transcript'

/** The command that shows a hit, for a shell. */
export function toOpenCommand(hit: Hit): string {
  const words = ['antiphon', 'show', sessionIdOf(hit), ...(hit.uuid === undefined ? [] : ['--at', hit.uuid])]
  return words.map(quote).join(' ')
}

/** Names stand in files that others wrote: a shell must not read anything else out of them. */
function quote(word: string): string {
  return SAFE.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const SAFE = /^[\w./:@-]+$/
