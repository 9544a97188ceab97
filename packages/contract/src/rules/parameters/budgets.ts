import type { Checks, Finding } from '../../rule.ts'
import { bodyOf, type Fields, listAt, objectAt } from './request-parts.ts'

const LEAST_TASK_BUDGET = 20_000
const LEAST_COMPACTION_TRIGGER = 50_000

/** TOK-11: budgets and context edits have a least size and an order. */
export const budgetChecks: Checks = {
  *'TOK-11'(request) {
    const body = bodyOf(request)
    const { total } = objectAt(objectAt(body, 'output_config'), 'task_budget')
    yield* tooSmall(total, { least: LEAST_TASK_BUDGET, path: 'output_config.task_budget.total' })
    for (const [index, edit] of listAt(objectAt(body, 'context_management'), 'edits').entries()) {
      yield* wrongEdit(bodyOf(edit), index)
    }
  },
}

function* wrongEdit(edit: Fields, index: number): Generator<Finding> {
  const path = `context_management.edits.${index}`
  if (edit.type === 'compact_20260112') {
    const { value } = objectAt(edit, 'trigger')
    yield* tooSmall(value, { least: LEAST_COMPACTION_TRIGGER, path: `${path}.trigger.value` })
  }
  if (edit.type !== 'clear_thinking_20251015') return
  const keep = objectAt(edit, 'keep')
  if (keep.type === 'thinking_turns') yield* tooSmall(keep.value, { least: 1, path: `${path}.keep.value` })
  if (index > 0) yield { path, message: `${path}: clear_thinking_20251015 must be the first edit` }
}

function* tooSmall(
  value: unknown,
  { least, path }: { readonly least: number; readonly path: string },
): Generator<Finding> {
  if (typeof value !== 'number' || value >= least) return
  yield { path, message: `${path}: Input should be greater than or equal to ${least}` }
}
