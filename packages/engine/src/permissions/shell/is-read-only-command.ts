import { type CommandPart, isPlainPart, listCommandParts } from './command-part.ts'
import { expandWords } from './expand-words.ts'
import { HARMLESS_DEVICES } from './program-kinds.ts'
import { readReadOnlyUse } from './read-only-use.ts'
import { createShellFolders, type ShellFolders } from './shell-folders.ts'

/** True only where a command line clearly changes nothing: known programs with known options, no file written. */
export function isReadOnlyCommand(command: string, cwd: string): boolean {
  const { parts, isPlain } = listCommandParts(command, '')
  const folders = createShellFolders(cwd, null)
  return isPlain && parts.length > 0 && parts.every(part => isReadOnlyPart(part, folders))
}

function isReadOnlyPart(part: CommandPart, folders: ShellFolders): boolean {
  if (!isPlainPart(part) || !part.redirections.every(isHarmless)) return false
  const words = expandWords(part.words, folders)
  return words !== null && readReadOnlyUse(words, folders.places) !== null
}

function isHarmless({ kind, target }: CommandPart['redirections'][number]): boolean {
  return kind === 'read' || (!target.isDynamic && target.glob === null && HARMLESS_DEVICES.has(target.text))
}
