import { expandGlob } from './expand-glob.ts'
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
