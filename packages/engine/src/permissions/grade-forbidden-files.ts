import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { orElse } from '../files/or-else.ts'
import { type ResolvedPath, resolvePath } from '../files/resolve-path.ts'
import { type Grade, type GradeContext, pickFirst, UNKNOWN_GRADE } from './grade.ts'
import type { PartContext } from './grade-command-part.ts'
import { gradePath, listPathRules, type PathUse } from './grade-path.ts'
import type { CompiledRule } from './rule-set.ts'
import type { CommandPart } from './shell/command-part.ts'
import { type FileReading, findFileReading } from './shell/file-reading.ts'
import { findFileWriting } from './shell/file-writing.ts'
import { runsProjectCode } from './shell/runs-code.ts'

type ForbiddenFiles = {
  readonly part: CommandPart
  readonly words: readonly string[] | null
  /** What the command is known to write, also without a rule. */
  readonly written: readonly string[]
  readonly place: PartContext
}

/** What rules for files say about a command: it names one, or nobody can tell that it leaves them alone. */
export function gradeForbiddenFiles(use: ForbiddenFiles): Grade {
  const { written, place } = use
  const guards = grade('write', written.slice(0, MOST_FILES), place)
  const reading = gradeReading(use)
  const writing = gradeWriting(use)
  const all = [...guards, ...reading.grades, ...writing.grades]
  return {
    ...UNKNOWN_GRADE,
    denied: pickFirst(all, 'denied'),
    asked: pickFirst(all, 'asked'),
    guarded: pickFirst(guards, 'guarded'),
    doubt: reading.doubt ?? writing.doubt ?? pickFirst(all, 'doubt'),
  }
}

type Finding = { readonly grades: readonly Grade[]; readonly doubt: string | null }

function gradeReading({ part, words, place }: ForbiddenFiles): Finding {
  const { folders, context } = place
  const rules = listRules('read', context)
  const [first] = rules
  // A rule for writing has always spoken about commands in folders that nobody knows.
  const any = first ?? listRules('write', context)[0]
  if (any === undefined) return NOTHING
  const reading = findFileReading(part, words)
  const grades = grade('read', reading.paths, place)
  if (first === undefined) return { grades, doubt: folders.isLost ? describe(any, part, 'reads') : null }
  const isUnsure =
    reading.isUnsure ||
    folders.isLost ||
    (reading.needsNames && !folders.areNamesCertain) ||
    (reading.mayRead && !folders.arePatternsCertain) ||
    isFreshCode(part, place)
  const doubtful = findReached(reading, place, rules) ?? (isUnsure ? first : undefined)
  return { grades, doubt: doubtful === undefined ? null : describe(doubtful, part, 'reads') }
}

function gradeWriting({ part, words, place }: ForbiddenFiles): Finding {
  const { folders, context } = place
  const rules = listRules('write', context)
  const [first] = rules
  if (first === undefined) return NOTHING
  const writing = findFileWriting(part, words)
  const grades = grade('write', writing.paths, place)
  const named = resolveAll(writing.trees, folders.places)
  const trees = writing.isRepository ? named.flatMap(withRepository) : named
  const held = rules.find(rule => trees.some(tree => holdsProtected(tree, rule)))
  const isUnsure =
    writing.isUnsure ||
    (writing.paths.length > 0 && !writing.isProjectCode && !folders.areNamesCertain) ||
    (writing.paths.length > 0 && folders.isLost) ||
    isFreshCode(part, place)
  const doubtful = held ?? (isUnsure ? first : undefined)
  return { grades, doubt: doubtful === undefined ? null : describe(doubtful, part, 'writes') }
}

/** It runs a file that another command of the line may just have written. */
function isFreshCode(part: CommandPart, { folders }: PartContext): boolean {
  return runsProjectCode(part) && folders.line.isWrittenBefore(part)
}

function grade(kind: PathUse['kind'], paths: readonly string[], { folders, context }: PartContext): Grade[] {
  return paths.map(path => gradePath({ kind, path, bases: folders.places }, context))
}

function findReached(
  { paths, isRecursive, mayWalk }: FileReading,
  { folders }: PartContext,
  rules: readonly CompiledRule[],
): CompiledRule | undefined {
  const named = resolveAll(paths, folders.places)
  const all = [...resolveAll(folders.places, folders.places), ...named]
  const reached = isRecursive
    ? rules.find(rule => rule.path === null || all.some(folder => rule.path?.reachesInto(folder)))
    : undefined
  return (
    reached ??
    (mayWalk
      ? rules.find(rule => named.some(folder => isFolder(folder) && holdsProtected(folder, rule)))
      : undefined)
  )
}

function isFolder({ real }: ResolvedPath): boolean {
  return existsSync(join(real, '.'))
}

function withRepository(folder: ResolvedPath): ResolvedPath[] {
  for (let place = folder.real; dirname(place) !== place; place = dirname(place))
    if (existsSync(join(place, '.git'))) return [folder, { lexical: place, real: place }]
  return [folder]
}

function resolveAll(paths: readonly string[], bases: readonly string[]): ResolvedPath[] {
  return paths.flatMap(path => bases.flatMap(base => resolvePath(path, base) ?? []))
}

function listRules(kind: PathUse['kind'], context: GradeContext): CompiledRule[] {
  return [...listPathRules(kind, 'deny', context), ...listPathRules(kind, 'ask', context)]
}

function describe(rule: CompiledRule, part: CommandPart, verb: 'reads' | 'writes'): string {
  const advice =
    verb === 'reads' ? 'name single files, or use Read and Grep' : 'name single files, or use Edit and Write'
  return `nobody can tell whether ${rule.source} applies to what ${part.raw.slice(0, LONGEST_QUOTE)} ${verb}: ${advice}`
}

const NOTHING: Finding = { grades: [], doubt: null }
const LONGEST_QUOTE = 200
const MOST_FILES = 500

/** Whether a folder holds what a rule means, or may come to hold it: the rule speaks of a place in it, or of a file that is there. */
function holdsProtected(folder: ResolvedPath, { path }: CompiledRule): boolean {
  if (path === null || path.liesIn(folder)) return true
  if (!path.reachesInto(folder)) return false
  const names = listBelow(folder.real)
  return (
    names === null ||
    names.some(name => path.touches({ lexical: join(folder.lexical, name), real: join(folder.real, name) }))
  )
}

/** Null for more than anybody wants to look at. */
function listBelow(folder: string): string[] | null {
  const found: string[] = []
  const folders = ['']
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    for (const entry of orElse(() => readdirSync(join(folder, current), { withFileTypes: true }), [])) {
      const name = join(current, entry.name)
      found.push(name)
      if (found.length > MOST_NAMES) return null
      if (entry.isDirectory()) folders.push(name)
    }
  }
  return found
}

const MOST_NAMES = 2000
