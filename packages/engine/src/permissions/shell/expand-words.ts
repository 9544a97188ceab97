import { expandGlob } from './expand-glob.ts'
import type { ShellWord } from './shell-command.ts'
import type { ShellFolders } from './shell-folders.ts'

/** The words as the command would get them, patterns replaced by file names; null when that cannot be told. */
export function expandWords(words: readonly ShellWord[], { places, isLost }: ShellFolders): string[] | null {
  const expanded: string[] = []
  for (const word of words) {
    if (word.isDynamic || (word.glob !== null && isLost)) return null
    const { glob, text } = word
    if (glob === null) expanded.push(text)
    else {
      for (const place of places) {
        const names = expandGlob(glob, place)
        if (names === null) return null
        for (const name of names) expanded.push(name)
      }
    }
  }
  return expanded
}
