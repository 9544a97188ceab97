import { isObject } from '../json.ts'
import { exceedsJsonBytes } from '../request/json-bytes.ts'
import { findLoneSurrogates } from '../request/lone-surrogates.ts'
import { type Checks, finding } from '../rule.ts'

/** What is asked of the body as a whole and of the list of messages. */
export const envelopeChecks: Checks = {
  *'ENV-01'(request, target) {
    if (exceedsJsonBytes(request, target.limits.bodyBytes)) {
      yield { path: '', message: 'Request exceeds the maximum size' }
    }
  },
  *'ENV-03'(request) {
    for (const { path, character } of findLoneSurrogates(request)) {
      const place = `line 1 column ${character + 1} (char ${character})`
      yield { path, message: `The request body is not valid JSON: no low surrogate in string: ${place}` }
    }
  },
  *'ENV-15'(request, target) {
    const messages: unknown = request.messages
    // An absent list is ENV-09, something else in its place ENV-21.
    if (!Array.isArray(messages)) return
    if (messages.length === 0) {
      yield finding('messages', 'at least one message is required')
    } else if (messages.length > target.limits.messages) {
      const limit = target.limits.messages
      yield finding('messages', `List should have at most ${limit} items after validation`)
    }
  },
  *'ENV-17'(request) {
    const messages: unknown = request.messages
    if (!Array.isArray(messages)) return
    for (const [index, message] of messages.entries()) {
      if (!isObject(message) || ROLES.includes(message.role)) continue
      const problem = message.role === undefined ? 'Field required' : "Input should be 'user' or 'assistant'"
      yield finding(`messages.${index}.role`, problem)
    }
  },
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system']
