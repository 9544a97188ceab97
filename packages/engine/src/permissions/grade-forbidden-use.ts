import { dirname } from 'node:path'
import { resolvePath } from '../files/resolve-path.ts'
import { wordSet } from '../text/word-set.ts'
import { matchCommandPattern, mayMatchCommandPattern } from './command-pattern.ts'
import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import type { PartContext, PartWords } from './grade-command-part.ts'
import { gradeForbiddenFiles } from './grade-forbidden-files.ts'
import { listPathRules } from './grade-path.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'
import type { CommandPart } from './shell/command-part.ts'
import { listCertainBeginnings, listSpellings } from './shell/command-texts.ts'
import { isDoubtfulUse, mentionsProgram, type ProgramUse } from './shell/doubtful-use.ts'
import { isUnknownWord } from './shell/expand-words.ts'
import type { HiddenEffects } from './shell/hidden-effects.ts'
import { identifyProgram } from './shell/identify-program.ts'
import { startsByOutward } from './shell/program-options.ts'
import { getCommandName } from './shell/unwrap-command.ts'
import { holdsWorkingFolder } from './working-folders.ts'

/** What speaks against a command: rules for it in any spelling and wrapping, rules for files that it names, and what hides from both. */
export function gradeForbiddenUse(
  part: CommandPart,
  { words, known, effects }: PartWords,
  place: PartContext,
): Grade {
  const { context, folders } = place
  const spellings = part.forms.flatMap(form =>
    listSpellings(form, identifyProgram(form[0]?.text ?? '', folders.places).names),
  )
  const find = (behavior: 'deny' | 'ask') =>
    listCommandRules(behavior, context).find(({ command }) =>
      spellings.some(text => command !== null && matchCommandPattern(command, text)),
    )?.source ?? null
  const files = gradeForbiddenFiles({ part, words, written: effects.operands, place })
  const use = toProgramUse(part, known, place)
  const critical = findCriticalRemoval(part, known, place)
  return {
    ...UNKNOWN_GRADE,
    denied: find('deny') ?? files.denied,
    asked: find('ask') ?? files.asked,
    doubt: findDoubt(part, { use, isDoubtful: isDoubtful(part, use, effects) }, context) ?? files.doubt,
    guarded: critical === null ? files.guarded : `it would remove ${critical}`,
  }
}

/** The program without its folder and with its words; null where nobody knows it. */
function toProgramUse(
  part: CommandPart,
  known: readonly string[],
  { folders, written }: PartContext,
): ProgramUse {
  const { words } = identifyProgram(part.words[0]?.text ?? '', folders.places)
  const [name = null, ...rest] = words ?? []
  return { name, words: [...rest, ...known.slice(1)], written }
}

/** Whether the program, by its name or by what its words make of it, may start another. */
function isDoubtful(part: CommandPart, use: ProgramUse, effects: HiddenEffects): boolean {
  const { name } = use
  // The text that a shell runs is judged as a line of its own.
  const isRead = name !== null && READ_SHELLS.has(name) && !part.isOpaque
  if (part.words.length === 0 || isRead) return false
  const isSteered = startsByOutward(name ?? '') && effects.outward.length > 0
  return effects.doesMore || isSteered || isDoubtfulUse(use)
}

function listCommandRules(behavior: 'deny' | 'ask', { rules, toolName }: GradeContext): CompiledRule[] {
  return selectRules(rules, behavior, [toolName]).filter(rule => rule.command !== null)
}

/** Why nobody can tell whether a rule forbids the command. */
function findDoubt(
  part: CommandPart,
  { use, isDoubtful }: { use: ProgramUse; isDoubtful: boolean },
  context: GradeContext,
): string | null {
  const rules = [...listCommandRules('deny', context), ...listCommandRules('ask', context)]
  const beginnings = part.forms.flatMap(listCertainBeginnings)
  const rule = rules.find(
    ({ command }) =>
      part.isOpaque ||
      isDoubtful ||
      mentionsProgram(use, command?.text.split(/\s/, 1)[0] ?? '') ||
      beginnings.some(text => command !== null && mayMatchCommandPattern(command, text)),
  )
  // A script may read any file, as any program may; a command without a known name may be the one that the rule means.
  const isNameless = part.isOpaque && part.words[0]?.isDynamic === true
  const paths = isNameless
    ? [...listPathRules('read', 'deny', context), ...listPathRules('write', 'deny', context)]
    : []
  const source = rule?.source ?? paths[0]?.source
  return source === undefined
    ? null
    : `nobody can tell whether ${source} applies to ${part.raw.slice(0, LONGEST_QUOTE)}`
}

/** Shells whose language is the one that is read here. */
const READ_SHELLS = wordSet('sh bash dash rbash eval')
const LONGEST_QUOTE = 200

/** What a removal would take that nobody gets back: the root, the home folder, a working folder or one above it, or a whole tree that nobody can name. */
function findCriticalRemoval(
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
