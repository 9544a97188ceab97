import { readdirSync } from 'node:fs'
import { orElse } from '../../files/or-else.ts'
import { resolvePath } from '../../files/resolve-path.ts'
import type { ShellWord } from './shell-command.ts'
import type { ShellFolders } from './shell-folders.ts'

/** The words as the command would get them, patterns replaced by file names; null when that cannot be told. */
export function expandWords(
  words: readonly ShellWord[],
  { places, isLost, arePatternsCertain }: ShellFolders,
): string[] | null {
  const expanded: string[] = []
  for (const word of words) {
    if (word.isDynamic || (word.glob !== null && (isLost || !arePatternsCertain))) return null
    const { glob, text } = word
    if (glob === null) expanded.push(text)
    else {
      for (const place of places) {
        const names = expandGlob(glob, place)
        // A file whose name looks like an option is one, wherever the shell's order puts it.
        if (names === null || names.some(name => name.startsWith('-'))) return null
        for (const name of names) expanded.push(name)
      }
    }
  }
  return expanded
}

/** The words as far as they are known, patterns replaced by file names: what is unknown of a word is a mark behind its known beginning. */
export function listKnownWords(words: readonly ShellWord[], { places, isLost }: ShellFolders): string[] {
  return words.flatMap(({ text, certain, isDynamic, glob }) => {
    if (isDynamic) return [`${certain}${MARK}`]
    if (glob === null) return [text]
    const names = isLost ? [null] : places.map(place => expandGlob(glob, place))
    const found = names.flatMap(name => name ?? [])
    return names.includes(null) ? [text, `${text.slice(0, text.search(/[*?[]/))}${MARK}`, ...found] : found
  })
}

/** Whether nobody knows the whole word, nor whether it is one word, several or none. */
export function isUnknownWord(word: string): boolean {
  return word.includes(MARK)
}

/** No word of a command can hold it. */
const MARK = '\0'

/** The file names that a pattern of the shell means, or more; null when that cannot be told. What fits nothing stays as it is. */
export function expandGlob(pattern: string, cwd: string): string[] | null {
  if (/\*\*/.test(pattern)) return null
  const segments = pattern.split('/')
  let found = [segments[0] === '' ? '/' : '']
  for (const [index, segment] of segments.entries()) {
    if (segment === '' && (index === 0 || index === segments.length - 1)) continue
    if (found.length > MOST_NAMES) return null
    const next = found.map(start => expandSegment(start, segment, cwd))
    if (next.includes(null)) return null
    found = next.flatMap(names => names ?? [])
  }
  const literal = removeEscapes(pattern)
  return found.length > MOST_NAMES ? null : [...new Set([...found, literal])]
}

function expandSegment(start: string, segment: string, cwd: string): string[] | null {
  const prefix = start === '' || start.endsWith('/') ? start : `${start}/`
  const tokens = toTokens(segment)
  if (!tokens.some(token => token.kind === 'star')) return [`${prefix}${removeEscapes(segment)}`]
  // As the kernel finds the folder: `..` behind a link is not where its letters say.
  const folder = resolvePath(prefix === '' ? '.' : prefix, cwd)
  const names = folder === null ? null : orElse(() => readdirSync(folder.real), null)
  if (names === null || names.length > MOST_NAMES) return names === null ? [] : null
  const found = names.filter(name => fits(tokens, name) && (!name.startsWith('.') || segment.startsWith('.')))
  // A name that is no text cannot be followed.
  return found.some(name => name.includes('\ufffd')) ? null : found.map(name => `${prefix}${name}`)
}

type Token = { readonly kind: 'star' } | { readonly kind: 'one'; readonly character: string }

/** A question mark and a bracket stand for anything here: more names than the shell would take, never fewer. */
function toTokens(segment: string): Token[] {
  const tokens: Token[] = []
  for (let index = 0; index < segment.length; index++) {
    const character = segment[index] ?? ''
    const close = character === '[' ? segment.lastIndexOf(']') : -1
    if (character === '*' || character === '?') tokens.push({ kind: 'star' })
    else if (close > index) {
      tokens.push({ kind: 'star' })
      index = close
    } else
      tokens.push({ kind: 'one', character: character === '\\' ? (segment[++index] ?? '\\') : character })
  }
  return tokens
}

/** Goes back to the last star only: no name takes longer than its length times the pattern's. */
function fits(tokens: readonly Token[], name: string): boolean {
  let token = 0
  let star = -1
  let resume = 0
  for (let index = 0; index < name.length; ) {
    const current = tokens[token]
    if (current?.kind === 'star') {
      star = token++
      resume = index
    } else if (current !== undefined && current.character === name[index]) {
      token++
      index++
    } else if (star === -1) return false
    else {
      token = star + 1
      index = ++resume
    }
  }
  return tokens.slice(token).every(rest => rest.kind === 'star')
}

function removeEscapes(pattern: string): string {
  return pattern.replaceAll(/\\([\s\S])/g, '$1')
}

const MOST_NAMES = 1000
