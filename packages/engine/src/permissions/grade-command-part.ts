import { matchCommandPattern } from './command-pattern.ts'
import type { Grade, GradeContext } from './grade.ts'
import { gradeForbiddenUse } from './grade-forbidden-use.ts'
import { gradePath } from './grade-path.ts'
import { selectRules } from './rule-set.ts'
import { type CommandPart, isPlainPart } from './shell/command-part.ts'
import { formatWords } from './shell/command-texts.ts'
import { readEditUse } from './shell/edit-use.ts'
import { expandWords } from './shell/expand-words.ts'
import { findHiddenEffects } from './shell/hidden-effects.ts'
import { readReadOnlyUse } from './shell/read-only-use.ts'
import type { ShellFolders } from './shell/shell-folders.ts'
import { suggestCommandRule } from './suggest-command-rule.ts'

/** Where a command stands and what is known of the line around it. */
export type PartContext = {
  /** The line holds nothing that could change what its commands mean. */
  readonly isPlain: boolean
  readonly folders: ShellFolders
  readonly context: GradeContext
}

/** What rules and places say about one command, and about the files that it writes by the way. */
export function gradeCommandPart(part: CommandPart, place: PartContext): Grade[] {
  const { folders, context } = place
  const words = expandWords(part.words, folders)
  const forbidden = gradeForbiddenUse(part, words, place)
  const effects = findHiddenEffects(words ?? [])
  const isUnderstood = place.isPlain && words !== null && isPlainPart(part)
  const own: Grade = {
    ...forbidden,
    allowedBy: findAllowingRule(part, { isUnderstood: isUnderstood && !effects.doesMore, place }),
    isHarmless: isUnderstood && isHarmless(part, words, place),
    isEdit: isUnderstood && isEdit(words, place),
    reason: `no rule allows ${part.raw.slice(0, LONGEST_QUOTE)}`,
    suggestions:
      suggestReads(words, isUnderstood, place) ??
      suggestCommandRule(part, {
        isUnderstood: isUnderstood && !effects.doesMore,
        toolName: context.toolName,
      }),
  }
  const outputs = effects.outputs.map(path =>
    gradePath({ kind: 'write', path, bases: folders.places }, context),
  )
  return [own, ...outputs]
}

function findAllowingRule(
  part: CommandPart,
  { isUnderstood, place }: { isUnderstood: boolean; place: PartContext },
): string | null {
  const rules = selectRules(place.context.rules, 'allow', [place.context.toolName])
  const texts = formatWords(part.words)
  return (
    rules.find(({ command }) => {
      if (command === null) return false
      if (command.kind === 'exact' && place.isPlain && command.text === part.raw) return true
      return isUnderstood && texts.some(text => matchCommandPattern(command, text))
    })?.source ?? null
  )
}

function isHarmless(part: CommandPart, words: readonly string[], { folders, context }: PartContext): boolean {
  if (words.length === 0) return true
  const canRead = (path: string) => {
    const { isHarmless, allowedBy } = gradePath({ kind: 'read', path, bases: folders.places }, context)
    return isHarmless || allowedBy !== null
  }
  if (words[0] === 'cd') {
    const target = folders.readTarget(part)
    return target !== null && words.length <= 2 && canRead(target)
  }
  const use = readReadOnlyUse(words)
  // Another folder may hold another repository, with settings of its own.
  if (use === null || folders.isLost || (words[0] === 'git' && folders.hasMoved)) return false
  const globbed = part.words.some(word => word.glob !== null)
    ? words.slice(1).filter(word => word.includes('/'))
    : []
  return [...use.paths, ...globbed].every(canRead)
}

/** For a command that only reads, rules for what it reads: they allow less than a rule for the command. */
function suggestReads(
  words: readonly string[] | null,
  isUnderstood: boolean,
  { folders, context }: PartContext,
): readonly string[] | null {
  const use =
    words === null || !isUnderstood || folders.isLost || folders.hasMoved ? null : readReadOnlyUse(words)
  if (use === null || use.paths.length === 0 || use.paths.length > MOST_READS) return null
  const grades = use.paths.map(path => gradePath({ kind: 'read', path, bases: folders.places }, context))
  const open = grades.filter(grade => !grade.isHarmless && grade.allowedBy === null)
  return open.some(grade => grade.suggestions.length === 0) ? null : open.flatMap(grade => grade.suggestions)
}

function isEdit(words: readonly string[], { folders, context }: PartContext): boolean {
  const use = readEditUse(words)
  if (use === null || folders.isLost || use.writes.length === 0) return false
  const grade = (kind: 'read' | 'write', path: string) =>
    gradePath({ kind, path, bases: folders.places }, context)
  return (
    use.writes.every(path => grade('write', path).isEdit) &&
    use.reads.every(path => grade('read', path).isHarmless)
  )
}

const MOST_READS = 4
const LONGEST_QUOTE = 200
