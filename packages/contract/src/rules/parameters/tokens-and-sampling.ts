import type { ApiTarget } from '../../api-target.ts'
import type { Checks } from '../../rule.ts'
import { bodyOf, isOneOf, isSent, modelName, objectAt } from './request-parts.ts'
import { isThinking } from './thinking-config.ts'

const THINKING_DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#important-considerations-when-using-extended-thinking'

/** TOK-01…09: how many tokens may be written, and how they are drawn. */
export const tokenAndSamplingChecks: Checks = {
  *'TOK-01'(request) {
    const limit = bodyOf(request).max_tokens
    if (typeof limit === 'number' && limit < 0) {
      yield { path: 'max_tokens', message: 'max_tokens: must be greater than or equal to 0' }
    }
  },
  *'TOK-02'(request, target) {
    const limit = bodyOf(request).max_tokens
    const { maxOutput } = target.modelFacts
    if (typeof limit !== 'number' || limit <= maxOutput) return
    const reason = 'which is the maximum allowed number of output tokens for'
    const message = `max_tokens: ${limit} > ${maxOutput}, ${reason} ${modelName(request, target)}`
    yield { path: 'max_tokens', message }
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
      if (reason) yield { path: 'max_tokens', message: `max_tokens: must be at least 1 when ${reason}` }
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
    if (!takesSampling(target) || target.modelFacts.sampling === 'rejected' || !isThinking(request, target))
      return
    const { temperature, top_p, top_k } = bodyOf(request)
    const mode = 'when thinking is enabled or in adaptive mode.'
    if (typeof temperature === 'number' && temperature !== 1) {
      const message = `\`temperature\` may only be set to 1 ${mode} ${THINKING_DOCS}`
      yield { path: 'temperature', message }
    }
    if (typeof top_p === 'number' && top_p < 0.95) {
      const message = `\`top_p\` must be greater than or equal to 0.95 or unset ${mode} ${THINKING_DOCS}`
      yield { path: 'top_p', message }
    }
    if (typeof top_k === 'number') {
      yield { path: 'top_k', message: `\`top_k\` must be unset ${mode} ${THINKING_DOCS}` }
    }
  },
  *'TOK-09'(request, target) {
    if (!takesSampling(target)) return
    const body = bodyOf(request)
    for (const field of ['temperature', 'top_p']) {
      const value = body[field]
      if (typeof value === 'number' && (value < 0 || value > 1)) {
        yield { path: field, message: `${field}: range: 0..1` }
      }
    }
    if (typeof body.top_k === 'number' && body.top_k < 0) {
      yield { path: 'top_k', message: 'top_k: must be greater than or equal to 0' }
    }
  },
}

/** ENV-12 refuses all of them under the newer version. */
function takesSampling(target: ApiTarget): boolean {
  return target.apiVersion === '2023-06-01'
}
