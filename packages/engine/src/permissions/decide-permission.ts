import { assertNever } from '@antiphon/contract'
import { resolvePath } from '../files/resolve-path.ts'
import { applyMode } from './apply-mode.ts'
import { type Grade, type GradeContext, HARMLESS_GRADE } from './grade.ts'
import { gradeCommand } from './grade-command.ts'
import { gradePath } from './grade-path.ts'
import { gradeFetch, gradeToolName, gradeToolUse } from './grade-tool.ts'
import type { Access, PermissionDecision, PermissionPolicy } from './permission.ts'
import { compileRules } from './rule-set.ts'

/** Decides a call by the rules and the mode: what a rule forbids is never allowed, and what cannot be understood is asked about. */
export const decidePermission: PermissionPolicy = (request, state) => {
  const context: GradeContext = { state, rules: compileRules(state), toolName: request.toolName }
  const tool = gradeToolName(request.input, context)
  const uses = gradeAccess(request.access, context)
  const grades = [{ ...tool, isHarmless: true }, ...uses.map(use => allowWith(use, tool))]
  return explainLeaving(applyMode(grades, request, state), request.access)
}

/** A person who is asked should know that this one is not kept in. */
function explainLeaving(decision: PermissionDecision, access: Access): PermissionDecision {
  if (decision.behavior !== 'ask' || access.kind !== 'command' || !access.isLeaving) return decision
  return { ...decision, reason: `it would run outside the sandbox, and ${decision.reason}` }
}

function gradeAccess(access: Access, context: GradeContext): Grade[] {
  const bases = [context.state.cwd]
  switch (access.kind) {
    case 'none':
      return [HARMLESS_GRADE]
    case 'read':
    case 'write':
      return access.paths.map((path, index) => {
        const grade = gradePath({ kind: access.kind, path, bases }, context)
        // A rule for where a link leads would spare nobody the question about the link.
        const isPlace = index > 0 && resolvePath(access.paths[0] ?? '', context.state.cwd)?.real === path
        return isPlace ? { ...grade, suggestions: [] } : grade
      })
    case 'command':
      return gradeKeptCommand(access, context)
    case 'fetch':
      return [gradeFetch(access.url, context)]
    case 'tool':
      return [gradeToolUse(access.detail, context)]
    default:
      return assertNever(access)
  }
}

/** What the system keeps need not be understood: rules that forbid files leave no doubt, but what they plainly forbid is still said. */
function gradeKeptCommand(access: Access & { readonly kind: 'command' }, context: GradeContext): Grade[] {
  const grades = gradeCommand(access, context)
  if (access.keptBy === undefined || grades.some(grade => grade.denied !== null)) return grades
  const deny = context.rules.deny.filter(rule => rule.path === null)
  // What git has stored of a file is in other files, which no rule names.
  const kept = access.command.includes('git')
    ? grades
    : gradeCommand(access, { ...context, rules: { ...context.rules, deny } })
  return kept.map(grade => ({ ...grade, isKept: access.isInside === true }))
}

/** A rule for the whole tool allows every use of it. */
function allowWith(use: Grade, { allowedBy }: Grade): Grade {
  return { ...use, allowedBy: use.allowedBy ?? allowedBy }
}
