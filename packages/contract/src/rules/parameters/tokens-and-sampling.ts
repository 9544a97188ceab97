import type { ApiTarget } from '../../api-target.ts'
import { apiPath } from '../../request/block-path.ts'
import { placedBlocks } from '../../request/request-view.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import {
  bodyOf,
  type Fields,
  isOneOf,
  isSent,
  listAt,
  literals,
  modelName,
  objectAt,
} from './request-parts.ts'
import { EFFORTS, modelThinks } from './thinking.ts'

const THINKING_DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking'

/** TOK and OUT: how much may be written, how it is drawn, its form and the effort put into it. */
export const answerChecks: Checks = {
  *'TOK-01'(request) {
    const limit = bodyOf(request).max_tokens
    if (typeof limit === 'number' && limit < 0) {
      yield finding('max_tokens', 'must be greater than or equal to 0')
    }
  },
  *'TOK-02'(request, target) {
    const limit = bodyOf(request).max_tokens
    const { maxOutput } = target.modelFacts
    if (typeof limit !== 'number' || limit <= maxOutput) return
    const reason = 'which is the maximum allowed number of output tokens for'
    yield finding('max_tokens', `${limit} > ${maxOutput}, ${reason} ${modelName(request, target)}`)
  },
  *'TOK-05'(request) {
    const body = bodyOf(request)
    if (body.max_tokens !== 0) return
    const forced = isOneOf(objectAt(body, 'tool_choice').type, ['any', 'tool'])
    const reasons = [
      body.stream === true && '`stream` is true',
      objectAt(body, 'thinking').type === 'enabled' && '`thinking` is enabled',
      objectAt(body, 'output_config').format != null && '`output_config.format` is set',
      forced && '`tool_choice` forces tool use',
    ]
    for (const reason of reasons) {
      if (reason) yield finding('max_tokens', `must be at least 1 when ${reason}`)
    }
  },
  *'TOK-06'(request, target) {
    if (!takesSampling(target) || target.modelFacts.sampling !== 'rejected') return
    const { temperature, top_p, top_k } = bodyOf(request)
    const refused = {
      temperature: typeof temperature === 'number' && temperature !== 1,
      top_p: typeof top_p === 'number' && top_p < 0.99,
      top_k: typeof top_k === 'number',
    }
    for (const [field, isRefused] of Object.entries(refused)) {
      if (isRefused) yield { path: field, message: `\`${field}\` is deprecated for this model.` }
    }
  },
  *'TOK-07'(request, target) {
    const body = bodyOf(request)
    if (!takesSampling(target) || target.modelFacts.sampling !== 'one-of') return
    if (!isSent(body, 'temperature') || !isSent(body, 'top_p')) return
    const message = '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
    yield { path: 'temperature', message }
  },
  *'TOK-08'(request, target) {
    if (!takesSampling(target) || target.modelFacts.sampling === 'rejected' || !modelThinks(request, target))
      return
    const { temperature, top_p, top_k } = bodyOf(request)
    const mode = `when thinking is enabled or in adaptive mode. ${THINKING_DOCS}`
    if (typeof temperature === 'number' && temperature !== 1) {
      yield { path: 'temperature', message: `\`temperature\` may only be set to 1 ${mode}` }
    }
    if (typeof top_p === 'number' && top_p < 0.95) {
      yield { path: 'top_p', message: `\`top_p\` must be greater than or equal to 0.95 or unset ${mode}` }
    }
    if (typeof top_k === 'number') yield { path: 'top_k', message: `\`top_k\` must be unset ${mode}` }
  },
  *'TOK-09'(request, target) {
    if (!takesSampling(target)) return
    const body = bodyOf(request)
    for (const field of ['temperature', 'top_p']) {
      const value = body[field]
      if (typeof value === 'number' && (value < 0 || value > 1)) yield finding(field, 'range: 0..1')
    }
    if (typeof body.top_k === 'number' && body.top_k < 0) {
      yield finding('top_k', 'must be greater than or equal to 0')
    }
  },
  *'TOK-11'(request) {
    const body = bodyOf(request)
    const { total } = objectAt(objectAt(body, 'output_config'), 'task_budget')
    yield* tooSmall(total, { least: LEAST_TASK_BUDGET, path: 'output_config.task_budget.total' })
    for (const [index, edit] of listAt(objectAt(body, 'context_management'), 'edits').entries()) {
      yield* wrongEdit(bodyOf(edit), index)
    }
  },
  *'OUT-01'(request) {
    const body = bodyOf(request)
    if (objectAt(body, 'output_config').format == null && body.output_format == null) return
    for (const view of placedBlocks(request)) {
      if (view.type !== 'document' && view.type !== 'search_result') continue
      if (objectAt(view.block, 'citations').enabled !== true) continue
      const path = `${apiPath(view)}.${view.type}.citations`
      yield finding(path, 'citations cannot be used together with output_config.format')
    }
  },
  *'OUT-02'(request, target) {
    const { effort } = objectAt(request, 'output_config')
    if (effort == null) return
    const path = 'output_config.effort'
    const supported = target.modelFacts.effort
    if (!isOneOf(effort, EFFORTS)) {
      yield finding(path, `Input should be ${literals(EFFORTS)}`)
    } else if (!supported) {
      yield { path, message: 'This model does not support the effort parameter.' }
    } else if (!supported.includes(effort)) {
      const levels = supported.toSorted().join(', ')
      const message = `This model does not support effort level '${effort}'. Supported levels: ${levels}.`
      yield { path, message }
    }
  },
}

/** ENV-12 refuses all of them under the newer version. */
function takesSampling(target: ApiTarget): boolean {
  return target.apiVersion === '2023-06-01'
}

const LEAST_TASK_BUDGET = 20_000
const LEAST_COMPACTION_TRIGGER = 50_000

function* wrongEdit(edit: Fields, index: number): Generator<Finding> {
  const path = `context_management.edits.${index}`
  if (edit.type === 'compact_20260112') {
    const { value } = objectAt(edit, 'trigger')
    yield* tooSmall(value, { least: LEAST_COMPACTION_TRIGGER, path: `${path}.trigger.value` })
  }
  if (edit.type !== 'clear_thinking_20251015') return
  const keep = objectAt(edit, 'keep')
  if (keep.type === 'thinking_turns') yield* tooSmall(keep.value, { least: 1, path: `${path}.keep.value` })
  if (index > 0) yield finding(path, 'clear_thinking_20251015 must be the first edit')
}

function* tooSmall(
  value: unknown,
  { least, path }: { readonly least: number; readonly path: string },
): Generator<Finding> {
  if (typeof value !== 'number' || value >= least) return
  yield finding(path, `Input should be greater than or equal to ${least}`)
}
