import { expandGlob } from './expand-glob.ts'
import type { ShellWord } from './shell-command.ts'
import type { ShellFolders } from './shell-folders.ts'

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
