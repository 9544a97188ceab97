import { dirname } from 'node:path'
import { matchCommandPattern, mayMatchCommandPattern } from './command-pattern.ts'
import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import type { PartContext } from './grade-command-part.ts'
import { gradePath, listPathRules } from './grade-path.ts'
import { resolvePath } from './resolve-path.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'
import type { CommandPart } from './shell/command-part.ts'
import { listCertainBeginnings, listSpellings } from './shell/command-texts.ts'
import { findFileReading } from './shell/file-reading.ts'
import { findHiddenEffects } from './shell/hidden-effects.ts'
import { getCommandName } from './shell/unwrap-command.ts'
import { holdsWorkingFolder } from './working-folders.ts'

/** What speaks against a command: rules for it in any spelling and wrapping, rules for files that it names, and what hides from both. */
export function gradeForbiddenUse(
  part: CommandPart,
  words: readonly string[] | null,
  place: PartContext,
): Grade {
  const { context, folders } = place
  const spellings = part.forms.flatMap(listSpellings)
  const find = (behavior: 'deny' | 'ask') =>
    listCommandRules(behavior, context).find(({ command }) =>
      spellings.some(text => command !== null && matchCommandPattern(command, text)),
    )?.source ?? null
  const effects = findHiddenEffects(words ?? [])
  const files = gradeFiles(part, words, effects.operands, place)
  const removed = getCommandName(part.words).startsWith('rm') ? effects.operands : []
  const critical = removed.find(path => folders.places.some(base => isCritical(path, base, context)))
  return {
    ...UNKNOWN_GRADE,
    denied: find('deny') ?? files.denied,
    asked: find('ask') ?? files.asked,
    doubt: findDoubt(part, effects.doesMore || effects.mayRun, context) ?? files.doubt,
    guarded: critical === undefined ? files.guarded : `it would remove ${critical}`,
  }
}

function listCommandRules(behavior: 'deny' | 'ask', { rules, toolName }: GradeContext): CompiledRule[] {
  return selectRules(rules, behavior, [toolName]).filter(rule => rule.command !== null)
}

/** Why nobody can tell whether a rule forbids the command. */
function findDoubt(part: CommandPart, doesMore: boolean, context: GradeContext): string | null {
  const rules = [...listCommandRules('deny', context), ...listCommandRules('ask', context)]
  const beginnings = part.forms.flatMap(listCertainBeginnings)
  const rule = rules.find(
    ({ command }) =>
      part.isOpaque ||
      doesMore ||
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

/** What rules for files say about the words of a command. */
function gradeFiles(
  part: CommandPart,
  words: readonly string[] | null,
  written: readonly string[],
  { context, folders }: PartContext,
): Grade {
  const guards = written
    .slice(0, MOST_FILES)
    .map(path => gradePath({ kind: 'write', path, bases: folders.places }, context))
  const restricting = (['deny', 'ask'] as const).flatMap(behavior => [
    ...listPathRules('read', behavior, context),
    ...listPathRules('write', behavior, context),
  ])
  const source = restricting[0]?.source
  const reading = source === undefined ? null : findFileReading(part, words)
  const reads = (reading?.paths ?? []).map(path =>
    gradePath({ kind: 'read', path, bases: folders.places }, context),
  )
  const reached = reading?.isRecursive ? findReached(reading.paths, folders.places, context) : undefined
  const isUnsure = reading !== null && (reading.isUnsure || folders.isLost)
  const doubtful = reached?.source ?? (isUnsure ? source : undefined)
  const all = [...guards, ...reads]
  return {
    ...UNKNOWN_GRADE,
    denied: all.find(grade => grade.denied !== null)?.denied ?? null,
    asked: all.find(grade => grade.asked !== null)?.asked ?? null,
    guarded: guards.find(grade => grade.guarded !== null)?.guarded ?? null,
    doubt:
      doubtful === undefined
        ? null
        : `nobody can tell whether ${doubtful} applies to what ${part.raw.slice(0, LONGEST_QUOTE)} reads`,
  }
}

function findReached(
  paths: readonly string[],
  bases: readonly string[],
  context: GradeContext,
): CompiledRule | undefined {
  const folders = [...bases, ...paths].flatMap(path => bases.flatMap(base => resolvePath(path, base) ?? []))
  return [...listPathRules('read', 'deny', context), ...listPathRules('read', 'ask', context)].find(
    rule => rule.path === null || folders.some(folder => rule.path?.reachesInto(folder)),
  )
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

const LONGEST_QUOTE = 200
const MOST_FILES = 500
