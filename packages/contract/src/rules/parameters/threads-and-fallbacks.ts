import { isObject } from '../../json.ts'
import type { Checks, Finding } from '../../rule.ts'
import { unknownTag } from './field-types.ts'
import { bodyOf, isSent } from './request-parts.ts'

const FALLBACKS = 3

/** THR-01 and FBK-01: state that the server holds, and models that step in. */
export const threadAndFallbackChecks: Checks = {
  *'THR-01'(request) {
    const { thread } = bodyOf(request)
    if (!isObject(thread) || thread.type === 'create') return
    if (thread.type !== 'continue') {
      const message = isSent(thread, 'type')
        ? unknownTag(thread.type, { path: 'thread', tags: ['continue', 'create'] })
        : 'thread.type: Field required'
      yield { path: 'thread', message }
    } else if (typeof thread.previous_message_id !== 'string') {
      const text = isSent(thread, 'previous_message_id') ? 'Input should be a valid string' : 'Field required'
      const message = `thread.continue.previous_message_id: ${text}`
      yield { path: 'thread.previous_message_id', message }
    }
  },
  *'FBK-01'(request) {
    const { fallbacks, model, fallback_credit_token: token } = bodyOf(request)
    if (fallbacks == null) return
    if (token != null) {
      const message = 'fallbacks: cannot be combined with fallback_credit_token'
      yield { path: 'fallbacks', message }
    }
    if (fallbacks === 'default') return
    if (!Array.isArray(fallbacks)) {
      yield { path: 'fallbacks', message: 'fallbacks: Input should be a valid array' }
      return
    }
    if (fallbacks.length > FALLBACKS) {
      yield { path: 'fallbacks', message: `fallbacks: List should have at most ${FALLBACKS} items` }
    }
    yield* wrongModels(fallbacks, model)
  },
}

function* wrongModels(fallbacks: readonly unknown[], requested: unknown): Generator<Finding> {
  const seen = new Set<unknown>([requested])
  for (const [index, fallback] of fallbacks.entries()) {
    const { model } = bodyOf(fallback)
    const path = `fallbacks.${index}.model`
    if (typeof model !== 'string') {
      const text = model === undefined ? 'Field required' : 'Input should be a valid string'
      yield { path, message: `${path}: ${text}` }
    } else if (seen.has(model)) {
      yield { path, message: `${path}: each model may appear only once` }
    }
    seen.add(model)
  }
}
