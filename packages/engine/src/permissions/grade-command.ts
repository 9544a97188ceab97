import { matchCommandPattern } from './command-pattern.ts'
import { type Grade, type GradeContext, HARMLESS_GRADE, UNKNOWN_GRADE } from './grade.ts'
import { gradeCommandPart, listWrittenFiles } from './grade-command-part.ts'
import { gradePath, listPathRules } from './grade-path.ts'
import { type CompiledRule, gradeByRules, selectRules } from './rule-set.ts'
import { type CommandPart, listCommandParts } from './shell/command-part.ts'
import { isHomeCertain } from './shell/parse-shell-command.ts'
import { HARMLESS_DEVICES } from './shell/program-kinds.ts'
import { createShellFolders, readLineCertainty, type ShellFolders } from './shell/shell-folders.ts'

/** What rules and places say about a command line: one grade for each thing that it would do. */
export function gradeCommand(
  { command, cwd }: { readonly command: string; readonly cwd: string },
  context: GradeContext,
): Grade[] {
  const { parts, problems, isOpaque, isPlain } = listCommandParts(command, context.state.home)
  const line = readLineCertainty(command, { parts, isPlain })
  const folders = createShellFolders(cwd, isHomeCertain(command) ? context.state.home : null, line)
  const writes = parts.map(part => listWrittenFiles(part, folders))
  const grades = parts.flatMap((part, index) => {
    const written = writes.filter((_, at) => at !== index).flat()
    const found = [
      ...gradeCommandPart(part, { isPlain, folders, written, context }),
      ...gradeRedirections(part, folders, context),
    ]
    folders.follow(part)
    return found
  })
  const whole = gradeWhole(command, { problem: problems[0] ?? null, isOpaque, context })
  const exact = findExactRule(command, context)
  return [...grades, whole].map(grade => ({ ...grade, allowedBy: grade.allowedBy ?? exact }))
}

/** The line as one text: rules may be written for it, and what hides in it speaks against it. */
function gradeWhole(
  command: string,
  { problem, isOpaque, context }: { problem: string | null; isOpaque: boolean; context: GradeContext },
): Grade {
  const text = command.trim()
  const { denied, asked } = gradeByRules(
    context.rules,
    [context.toolName],
    ({ command: pattern }) => pattern !== null && matchCommandPattern(pattern, text),
  )
  const rules = { denied, asked }
  if (problem === null && !isOpaque) return { ...HARMLESS_GRADE, ...rules }
  const restricting = isOpaque ? listRestrictingRules(context)[0] : undefined
  const doubt =
    restricting === undefined
      ? null
      : `nobody can tell whether ${restricting.source} applies: ${problem ?? 'it may run more than shows'}`
  const suggestions = /[\p{Cc}*]/u.test(text) ? [] : [`${context.toolName}(${text})`]
  return { ...UNKNOWN_GRADE, ...rules, doubt, reason: problem ?? 'it may run more than shows', suggestions }
}

/** Rules that forbid or ask about some commands or files. */
function listRestrictingRules(context: GradeContext): CompiledRule[] {
  return (['deny', 'ask'] as const).flatMap(behavior => [
    ...selectRules(context.rules, behavior, [context.toolName]).filter(rule => rule.command !== null),
    ...listPathRules('read', behavior, context),
    ...listPathRules('write', behavior, context),
  ])
}

/** A rule that is the whole line, letter by letter: whoever wrote it has seen all of it. */
function findExactRule(command: string, context: GradeContext): string | null {
  const text = command.trim()
  const { allowedBy } = gradeByRules(
    context.rules,
    [context.toolName],
    rule => rule.command?.kind === 'exact' && rule.command.text === text,
  )
  return allowedBy
}

function gradeRedirections(part: CommandPart, folders: ShellFolders, context: GradeContext): Grade[] {
  return part.redirections.map(({ kind, target }) => {
    const isSure = folders.areNamesCertain || HARMLESS_DEVICES.has(target.text)
    if (target.isDynamic || target.glob !== null || folders.isLost || !isSure) {
      const restricting = listPathRules(kind, 'deny', context)[0] ?? listPathRules(kind, 'ask', context)[0]
      const doubt =
        restricting === undefined
          ? null
          : `nobody can tell whether ${restricting.source} applies to ${target.raw}`
      return { ...UNKNOWN_GRADE, doubt, reason: `it would ${kind} ${target.raw}, wherever that is` }
    }
    if (HARMLESS_DEVICES.has(target.text)) return HARMLESS_GRADE
    return gradePath({ kind, path: target.text, bases: folders.places }, context)
  })
}
