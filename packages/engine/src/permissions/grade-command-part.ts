import { wordSet } from '../text/word-set.ts'
import { matchCommandPattern } from './command-pattern.ts'
import { type Grade, type GradeContext, HARMLESS_GRADE } from './grade.ts'
import { gradeForbiddenUse } from './grade-forbidden-use.ts'
import { gradePath } from './grade-path.ts'
import { selectRules } from './rule-set.ts'
import { type CommandPart, isPlainPart } from './shell/command-part.ts'
import { formatWords } from './shell/command-texts.ts'
import { readEditUse } from './shell/edit-use.ts'
import { expandWords, listKnownWords } from './shell/expand-words.ts'
import { findHiddenEffects, type HiddenEffects } from './shell/hidden-effects.ts'
import { identifyProgram } from './shell/identify-program.ts'
import { HARMLESS_DEVICES } from './shell/program-kinds.ts'
import { readReadOnlyUse } from './shell/read-only-use.ts'
import type { ShellFolders } from './shell/shell-folders.ts'
import { getCommandName } from './shell/unwrap-command.ts'

/** Where a command stands and what is known of the line around it. */
export type PartContext = {
  /** The line holds nothing that could change what its commands mean. */
  readonly isPlain: boolean
  readonly folders: ShellFolders
  /** Files that the other commands of the line write, as far as their names are known. */
  readonly written: readonly string[]
  readonly context: GradeContext
}

/** The words of a command: all of them where nothing is unknown, as far as they are known, and what they do. */
export type PartWords = {
  readonly words: readonly string[] | null
  readonly known: readonly string[]
  readonly effects: HiddenEffects
}

/** What rules and places say about one command, and about the files that it writes by the way. */
export function gradeCommandPart(part: CommandPart, place: PartContext): Grade[] {
  const { folders, context } = place
  const words = expandWords(part.words, folders)
  const known = listKnownWords(part.words, folders)
  const effects = findHiddenEffects([...toProgram(part), ...known.slice(1)])
  const forbidden = gradeForbiddenUse(part, { words, known, effects }, place)
  const isUnderstood = place.isPlain && words !== null && isPlainPart(part)
  const own: Grade = {
    ...forbidden,
    allowedBy: findAllowingRule(part, {
      isUnderstood: isUnderstood && !effects.doesMore,
      outward: effects.outward,
      place,
    }),
    isHarmless: isUnderstood && isHarmless(part, words, place),
    isEdit: isUnderstood && isEdit(part, words, place),
    reason: `no rule allows ${part.raw.slice(0, LONGEST_QUOTE)}`,
    suggestions:
      suggestReads(words, isUnderstood, place) ??
      suggestCommandRule(part, {
        isUnderstood: isUnderstood && !effects.doesMore && effects.outward.length === 0,
        toolName: context.toolName,
      }),
  }
  const outputs = effects.outputs.map(path =>
    HARMLESS_DEVICES.has(path)
      ? HARMLESS_GRADE
      : gradePath({ kind: 'write', path, bases: folders.places }, context),
  )
  return [own, ...outputs]
}

/** The program without its folder, and its subcommand where that is part of its name. */
function toProgram(part: CommandPart): readonly string[] {
  const name = getCommandName(part.words)
  return identifyProgram(name, []).words ?? [name]
}

/** Files that a command writes by redirection, by an option or because that is what it is for. */
export function listWrittenFiles(part: CommandPart, folders: ShellFolders): string[] {
  const known = listKnownWords(part.words, folders)
  const { outputs, operands } = findHiddenEffects([...toProgram(part), ...known.slice(1)])
  const redirected = part.redirections.flatMap(({ kind, target }) =>
    kind === 'write' && !HARMLESS_DEVICES.has(target.text) ? listKnownWords([target], folders) : [],
  )
  return [...outputs, ...operands, ...redirected]
}

function findAllowingRule(
  part: CommandPart,
  { isUnderstood, outward, place }: { isUnderstood: boolean; outward: readonly string[]; place: PartContext },
): string | null {
  const rules = selectRules(place.context.rules, 'allow', [place.context.toolName])
  const texts = formatWords(part.words)
  return (
    rules.find(({ command }) => {
      if (command === null) return false
      if (command.kind === 'exact' && place.isPlain && command.text === part.raw) return true
      // What leads out of a command is covered by a rule that spells it.
      if (command.kind !== 'exact' && !outward.every(word => command.text.split(/\s+/).includes(word)))
        return false
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
    return target !== null && folders.areNamesCertain && words.length <= 2 && canRead(target)
  }
  const use = readReadOnlyUse(words, folders.places)
  // Another folder may hold another repository, with settings of its own.
  if (use === null || folders.isLost || (words[0] === 'git' && folders.hasMoved)) return false
  // In which order the shell puts names depends on the language: each may stand where any of them stands.
  const hasPattern = part.words.some(word => word.glob !== null)
  if (hasPattern && words[0] === 'sed' && part.words[2]?.glob !== null) return false
  // Outside a repository, `git diff` compares whatever two files it is given, also behind links.
  const isAnyFile = hasPattern || (words[0] === 'git' && words.includes('diff'))
  const paths = [...use.paths, ...(isAnyFile ? words.slice(1).filter(word => !word.startsWith('-')) : [])]
  return paths.every(path => (folders.areNamesCertain || path === '.') && canRead(path))
}

/** For a command that only reads, rules for what it reads: they allow less than a rule for the command. */
function suggestReads(
  words: readonly string[] | null,
  isUnderstood: boolean,
  { folders, context }: PartContext,
): readonly string[] | null {
  const use =
    words === null || !isUnderstood || folders.isLost || folders.hasMoved || !folders.areNamesCertain
      ? null
      : readReadOnlyUse(words, folders.places)
  if (use === null || use.paths.length === 0 || use.paths.length > MOST_READS) return null
  const grades = use.paths.map(path => gradePath({ kind: 'read', path, bases: folders.places }, context))
  const open = grades.filter(grade => !grade.isHarmless && grade.allowedBy === null)
  return open.some(grade => grade.suggestions.length === 0) ? null : open.flatMap(grade => grade.suggestions)
}

function isEdit(part: CommandPart, words: readonly string[], { folders, context }: PartContext): boolean {
  const use = readEditUse(words)
  if (use === null || folders.isLost || !folders.areNamesCertain || use.writes.length === 0) return false
  // Which of the names comes last, and is the target, depends on the language.
  if (part.words.at(-1)?.glob !== null && (words[0] === 'mv' || words[0] === 'cp')) return false
  const grade = (kind: 'read' | 'write', path: string) =>
    gradePath({ kind, path, bases: folders.places }, context)
  return (
    use.writes.every(path => grade('write', path).isEdit) &&
    use.reads.every(path => grade('read', path).isHarmless)
  )
}

const MOST_READS = 4
const LONGEST_QUOTE = 200

/** The rule that would allow this kind of command: its name with its subcommand, or the whole of it where less would allow too much. */
function suggestCommandRule(
  { words, raw, assignments, redirections }: CommandPart,
  { isUnderstood, toolName }: { readonly isUnderstood: boolean; readonly toolName: string },
): string[] {
  const [first, ...rest] = words.map(({ text }) => text)
  if (first === undefined) return []
  const isPlainName = /^[\w.+-]+$/.test(first) && assignments.length === 0
  if (isUnderstood && isPlainName && !BROAD_COMMANDS.has(first)) {
    const depth = THREE_WORDS.test(`${first} ${rest[0]}`) ? 3 : TWO_WORDS.has(first) ? 2 : 1
    const prefix = [first, ...rest].slice(0, depth)
    if (
      prefix.every(word => /^[\w./:@+-]+$/.test(word)) &&
      prefix.slice(1).every(word => !word.startsWith('-'))
    )
      return [`${toolName}(${prefix.join(' ')}:*)`]
  }
  const isExact = redirections.length === 0 && !/[\p{Cc}*]|:\*$/u.test(raw) && raw.length <= LONGEST_RULE
  return isExact ? [`${toolName}(${raw})`] : []
}

/** Commands that are what they are by two words, or by three. */
const TWO_WORDS = wordSet(
  'git npm pnpm yarn bun cargo go docker podman kubectl helm gh glab pip pip3 poetry uv brew apt apt-get systemctl',
  'terraform aws gcloud az dotnet mvn gradle make rails bundle composer deno nx turbo lerna',
)
const THREE_WORDS = /^(?:(?:npm|pnpm|yarn|bun) run|git (?:remote|stash)|docker compose|gh (?:pr|issue))$/

/** Commands of which a prefix would allow nearly everything. */
const BROAD_COMMANDS = wordSet(
  'rm python python3 node ruby perl php deno bun lua awk sed dd chmod chown mkfs kill killall crontab curl wget nc',
)

const LONGEST_RULE = 1000
