import { dirname } from 'node:path'
import { resolvePath } from '../files/resolve-path.ts'
import type { GradeContext } from './grade.ts'
import type { PartContext } from './grade-command-part.ts'
import type { CommandPart } from './shell/command-part.ts'
import { isUnknownWord } from './shell/unknown-word.ts'
import { getCommandName } from './shell/unwrap-command.ts'
import { holdsWorkingFolder } from './working-folders.ts'

/** What a removal would take that nobody gets back: the root, the home folder, a working folder or one above it, or a whole tree that nobody can name. */
export function findCriticalRemoval(
  part: CommandPart,
  known: readonly string[],
  { folders, context }: PartContext,
): string | null {
  if (!getCommandName(part.words).startsWith('rm')) return null
  const isTree = known.some(word => /^-[A-Za-z]*[rR]|^--rec/.test(word) || word === '\0')
  // A pattern for everything in a folder is the folder.
  const everything = part.words.flatMap(({ glob, text }) =>
    glob !== null && /(?:^|\/)[.]?[*?[][^/]*\/?$/.test(text) ? [text.replace(/[^/]*\/?$/, '') || '.'] : [],
  )
  const operands = [...known.slice(1).filter(word => !word.startsWith('-')), ...everything]
  const unknown = operands.find(isUnknownWord)
  if (isTree && (unknown !== undefined || folders.isLost)) return 'what nobody can tell'
  const critical = operands.find(
    path => !isUnknownWord(path) && folders.places.some(base => isCritical(path, base, context)),
  )
  return critical ?? null
}

/** The root, what lies right below it, the home folder, and whatever holds a working folder. */
function isCritical(path: string, base: string, { state }: GradeContext): boolean {
  const place = resolvePath(path.replace(/\/\*$/, '') || '/', base)
  if (place === null) return true
  const isHigh = [place.lexical, place.real].some(
    spelling => dirname(dirname(spelling)) === dirname(spelling),
  )
  return (
    isHigh || place.lexical === state.home || place.real === state.home || holdsWorkingFolder(place, state)
  )
}
