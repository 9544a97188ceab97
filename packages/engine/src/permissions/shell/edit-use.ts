import { resolve } from 'node:path'
import { getFileName } from './doubtful-use.ts'

/** What a plain file command reads and writes. */
type EditUse = { readonly reads: readonly string[]; readonly writes: readonly string[] }

/** What `mkdir`, `touch`, `mv`, `cp` or `rmdir` would touch, if that is all that it does; null otherwise. */
export function readEditUse(words: readonly string[]): EditUse | null {
  const [name = '', ...rest] = words
  const flags = Object.hasOwn(EDIT_COMMANDS, name) ? EDIT_COMMANDS[name] : undefined
  if (flags === undefined) return null
  const end = rest.indexOf('--')
  const options = rest.filter((word, index) => word.startsWith('-') && (end === -1 || index < end))
  const operands = rest.filter((word, index) => (index > end && end !== -1 ? true : !word.startsWith('-')))
  if (options.some(option => [...option.slice(1)].some(letter => !flags.includes(letter)))) return null
  if (name !== 'mv' && name !== 'cp') return { reads: [], writes: operands }
  const sources = operands.slice(0, -1)
  const target = operands.at(-1)
  if (target === undefined || sources.length === 0) return null
  // Whether the target is a folder shows only when it runs: both places count.
  const places = [target, ...sources.map(source => `${target}/${getFileName(source)}`)]
  if (name === 'mv' && sources.some((source, index) => isMadeBefore(source, sources.slice(0, index), target)))
    return null
  return { reads: name === 'cp' ? sources : [], writes: name === 'mv' ? [...sources, ...places] : places }
}

/** Whether a source lies behind what one before it is moved to: `mv a/link link/file .`. */
function isMadeBefore(source: string, before: readonly string[], target: string): boolean {
  const place = resolve('/', source).toLowerCase()
  return before.some(other => {
    const made = resolve('/', target, getFileName(other)).toLowerCase()
    return place === made || place.startsWith(`${made}/`)
  })
}

/** The short options with which each stays what it is. */
const EDIT_COMMANDS: Readonly<Record<string, string>> = {
  mkdir: 'pv',
  rmdir: 'pv',
  touch: 'acm',
  mv: 'fnv',
  cp: 'fnpv',
}
