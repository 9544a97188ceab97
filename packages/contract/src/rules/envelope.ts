import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { isObject } from '../json.ts'
import { exceedsJsonBytes } from '../request/json-bytes.ts'
import { findLoneSurrogates } from '../request/lone-surrogates.ts'
import type { Finding, Rule } from '../rule.ts'

/** What is asked of the body as a whole and of the list of messages. */
export const envelopeRules: readonly Rule[] = [
  {
    id: 'ENV-01',
    title: 'The body is not larger than the platform takes.',
    level: 'well-formed',
    confidence: 'B',
    status: 413,
    errorType: 'request_too_large',
    check: bodySize,
  },
  {
    id: 'ENV-03',
    title: 'No string has half of a surrogate pair.',
    level: 'well-formed',
    confidence: 'A',
    check: surrogates,
  },
  {
    id: 'ENV-15',
    title: 'There is at least one message and not more than the API takes.',
    level: 'sendable',
    confidence: 'A',
    check: messageCount,
  },
  {
    id: 'ENV-17',
    title: 'A role is user, assistant or system.',
    level: 'well-formed',
    confidence: 'C',
    check: roles,
  },
]

function* bodySize(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  if (exceedsJsonBytes(request, target.limits.bodyBytes)) {
    yield { path: '', message: 'Request exceeds the maximum size' }
  }
}

function* surrogates(request: ApiRequest): Generator<Finding> {
  for (const { path, character } of findLoneSurrogates(request)) {
    const place = `line 1 column ${character + 1} (char ${character})`
    yield { path, message: `The request body is not valid JSON: no low surrogate in string: ${place}` }
  }
}

function* messageCount(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const messages: unknown = request.messages
  // An absent list is ENV-09, something else in its place ENV-21.
  if (!Array.isArray(messages)) return
  if (messages.length === 0) {
    yield { path: 'messages', message: 'messages: at least one message is required' }
  } else if (messages.length > target.limits.messages) {
    const limit = target.limits.messages
    yield { path: 'messages', message: `messages: List should have at most ${limit} items after validation` }
  }
}

function* roles(request: ApiRequest): Generator<Finding> {
  const messages: unknown = request.messages
  if (!Array.isArray(messages)) return
  for (const [index, message] of messages.entries()) {
    if (!isObject(message) || ROLES.includes(message.role)) continue
    const problem = message.role === undefined ? 'Field required' : "Input should be 'user' or 'assistant'"
    yield { path: `messages.${index}.role`, message: `messages.${index}.role: ${problem}` }
  }
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system']
