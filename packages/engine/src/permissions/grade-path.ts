import { dirname, relative } from 'node:path'
import { isInside, leadsThroughProcess, type ResolvedPath, resolvePath } from '../files/resolve-path.ts'
import { type Grade, type GradeContext, UNKNOWN_GRADE } from './grade.ts'
import { isHardLinkOf } from './hard-links.ts'
import type { RuleBehavior } from './parse-permission-rule.ts'
import type { PathPattern } from './path-pattern.ts'
import { isProtectedPath } from './protected-path.ts'
import { type CompiledRule, selectRules } from './rule-set.ts'
import { HARMLESS_DEVICES } from './shell/program-kinds.ts'
import { holdsWorkingFolder, isInWorkingFolders } from './working-folders.ts'

/** A file that a call would read or write. */
export type PathUse = {
  readonly kind: 'read' | 'write'
  readonly path: string
  /** Where a relative path may begin. */
  readonly bases: readonly string[]
}

/** What rules and places say about reading or writing a file. */
export function gradePath({ kind, path, bases }: PathUse, context: GradeContext): Grade {
  const { state } = context
  const places = bases.map(base => resolvePath(path, base))
  if (places.includes(null) || places.length === 0) {
    const cut = gradePlaces(kind, resolveStart(path, bases), context)
    return { ...UNKNOWN_GRADE, denied: cut.denied, doubt: 'it names no file that can be' }
  }
  const resolved = places.flatMap(place => place ?? [])
  const grade = gradePlaces(kind, resolved, context)
  if (isOfProcess(path, bases, context)) {
    const reason = `it would ${kind} ${path}, which is another place for every process`
    const restricting = [...listPathRules(kind, 'deny', context), ...listPathRules(kind, 'ask', context)][0]
    const doubt =
      restricting === undefined ? null : `nobody can tell whether ${restricting.source} applies: ${reason}`
    return { ...grade, allowedBy: null, doubt, reason }
  }
  const isInFolders = resolved.every(place => isInWorkingFolders(place, state))
  const isProtected = kind === 'write' && resolved.some(isProtectedPath)
  const isWhole = resolved.some(place => holdsWorkingFolder(place, state))
  return {
    ...grade,
    guarded: isProtected ? `${path} can change what runs later` : null,
    isHarmless: kind === 'read' && isInFolders,
    isEdit: kind === 'write' && isInFolders && !isProtected && !isWhole,
    reason: isInFolders
      ? `it would ${kind} ${path}`
      : `it would ${kind} ${path}, outside the working folders`,
    suggestions: resolved.slice(0, 1).flatMap(place => suggest(kind, place, state)),
  }
}

/** A command is another process than this one. */
function isOfProcess(path: string, bases: readonly string[], { toolName }: GradeContext): boolean {
  return (
    toolName === 'Bash' && !HARMLESS_DEVICES.has(path) && bases.some(base => leadsThroughProcess(path, base))
  )
}

/** What a program that stops at a NUL byte would open. */
function resolveStart(path: string, bases: readonly string[]): ResolvedPath[] {
  const start = path.slice(0, path.includes('\0') ? path.indexOf('\0') : undefined)
  return start === '' ? [] : bases.flatMap(base => resolvePath(start, base) ?? [])
}

function gradePlaces(kind: PathUse['kind'], places: readonly ResolvedPath[], context: GradeContext): Grade {
  const touched = (behavior: RuleBehavior) =>
    listPathRules(kind, behavior, context).find(rule =>
      places.some(place => rule.path === null || touches(rule.path, place)),
    )?.source ?? null
  const allowing = listPathRules(kind, 'allow', context).find(
    rule => places.length > 0 && places.every(place => rule.path === null || rule.path.covers(place)),
  )
  return {
    ...UNKNOWN_GRADE,
    denied: touched('deny'),
    asked: touched('ask'),
    allowedBy: allowing?.source ?? null,
  }
}

function touches(pattern: PathPattern, place: ResolvedPath): boolean {
  return pattern.touches(place) || isHardLinkOf(pattern, place.real)
}

/** `Read` speaks for every tool that reads files, `Edit` for every tool that writes them. */
export function listPathRules(
  kind: PathUse['kind'],
  behavior: RuleBehavior,
  { rules, toolName }: GradeContext,
): CompiledRule[] {
  const names = kind === 'read' ? ['Read'] : ['Edit']
  const isFileTool = toolName !== 'Bash'
  const own = isFileTool ? [toolName] : kind === 'write' ? ['Write'] : []
  return selectRules(rules, behavior, [...names, ...own]).filter(
    rule => rule.path !== null || rule.content === null,
  )
}

function suggest(
  kind: PathUse['kind'],
  { lexical, real }: ResolvedPath,
  state: { cwd: string; home: string },
): string[] {
  // A rule covers a link only together with its target; two rules would say so, nobody would read them.
  if (lexical !== real && !isInside(real, state.cwd)) return []
  const tool = kind === 'read' ? 'Read' : 'Edit'
  const place =
    isInside(lexical, state.cwd) && lexical !== state.cwd
      ? `./${relative(state.cwd, lexical)}`
      : isInside(lexical, state.home) && lexical !== state.home
        ? `~/${relative(state.home, lexical)}`
        : `/${lexical}`
  const isPlain = dirname(lexical) !== lexical && !/[\p{Cc}*?[\]\\!#()]|\s$/u.test(lexical)
  return isPlain ? [`${tool}(${place.replace(/^\.\/(?=[^/]+\/)/, '')})`] : []
}
