import type { ContextReference } from '@antiphon/core'

/** The source of an expression for a path: in quotation marks with blanks, without them up to the next one. */
export const PATH: string = String.raw`("[^"]+"|“[^”]+”|[^\s"“”，。]+?)`

/** The files that a text names, else those that came with it; each once. */
export function pathsIn(text: string, references: readonly ContextReference[]): readonly string[] {
  const words = text.match(/"[^"]+"|“[^”]+”|`[^`]+`|[^\s"“”`，。、,]+/g) ?? []
  const named = words
    .map(word =>
      unquote(word)
        .replace(/^@/, '')
        .replace(/[.:;!?]+$/, ''),
    )
    .filter(isPathLike)
  const attached = references.flatMap(one => (one.type === 'FileReference' ? [one.path] : []))
  return [...new Set(named.length > 0 ? named : attached)].slice(0, MOST_FILES)
}

const MOST_FILES = 8

/** True for what has a slash, an extension or a well-known name. */
export function isPathLike(word: string): boolean {
  if (word.includes('://') || !/[\p{L}\p{N}]/u.test(word) || /[\r\n]/.test(word)) return false
  return /[\\/]/.test(word) || EXTENSION.test(word) || WELL_KNOWN.test(word)
}

const EXTENSION = /[^.\s]\.(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{1,10}$|^\.[A-Za-z][\w-]*$/
const WELL_KNOWN = /^(?:README|LICENSE|CHANGELOG|Makefile|Dockerfile)$/

/** Words without the quotation marks around them. */
export function unquote(said: string): string {
  const text = said.trim()
  return QUOTED.map(pattern => pattern.exec(text)?.[1]).find(inner => inner !== undefined) ?? text
}

const QUOTED: readonly RegExp[] = [
  /^"([^"]*)"$/,
  /^“([^”]*)”$/,
  /^`([^`]*)`$/,
  /^'([^']*)'$/,
  /^「([^」]*)」$/,
]
