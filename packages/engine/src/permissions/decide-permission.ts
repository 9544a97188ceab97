import { assertNever } from '@antiphon/core'
import type { Access } from './access.ts'
import { applyMode } from './apply-mode.ts'
import { type Grade, type GradeContext, HARMLESS_GRADE } from './grade.ts'
import { gradeCommand } from './grade-command.ts'
import { gradeFetch } from './grade-fetch.ts'
import { gradePath } from './grade-path.ts'
import { gradeToolName, gradeToolUse } from './grade-tool.ts'
import type { PermissionPolicy } from './permission.ts'
import { compileRules } from './rule-set.ts'

/** Decides a call by the rules and the mode: what a rule forbids is never allowed, and what cannot be understood is asked about. */
export const decidePermission: PermissionPolicy = (request, state) => {
  const context: GradeContext = { state, rules: compileRules(state), toolName: request.toolName }
  const tool = gradeToolName(request.input, context)
  const uses = gradeAccess(request.access, context)
  return applyMode([{ ...tool, isHarmless: true }, ...uses.map(use => allowWith(use, tool))], request, state)
}

function gradeAccess(access: Access, context: GradeContext): Grade[] {
  const bases = [context.state.cwd]
  switch (access.kind) {
    case 'none':
      return [HARMLESS_GRADE]
    case 'read':
    case 'write':
      return access.paths.map(path => gradePath({ kind: access.kind, path, bases }, context))
    case 'command':
      return gradeCommand(access, context)
    case 'fetch':
      return [gradeFetch(access.url, context)]
    case 'tool':
      return [gradeToolUse(access.detail, context)]
    default:
      return assertNever(access)
  }
}

/** A rule for the whole tool allows every use of it. */
function allowWith(use: Grade, { allowedBy }: Grade): Grade {
  return { ...use, allowedBy: use.allowedBy ?? allowedBy }
}
