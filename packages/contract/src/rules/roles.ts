import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { blockPath } from '../request/block-path.ts'
import { viewRequest } from '../request/request-view.ts'
import { toolTurns } from '../request/tool-turns.ts'
import { isOpen, unansweredIds, unansweredMessage } from '../request/unanswered-calls.ts'
import type { Finding, Rule } from '../rule.ts'
import { PLATFORMS } from '../tables/platforms.ts'

/** Who speaks first, last and after whom. ROL-07 is an exemption: `pausedTurn` of `checkApiContract`. */
export const roleRules: readonly Rule[] = [
  {
    id: 'ROL-01',
    title: 'The first message is a user message.',
    level: 'well-formed',
    confidence: 'D',
    check: firstIsUser,
  },
  {
    id: 'ROL-02',
    title: 'User and assistant alternate where the platform does not merge neighbours.',
    level: 'well-formed',
    confidence: 'A',
    check: alternation,
  },
  {
    id: 'ROL-03',
    title: 'The last message is not an assistant message on models without prefill.',
    level: 'sendable',
    confidence: 'A',
    check: prefill,
  },
  {
    id: 'ROL-04',
    title: 'A prefilled answer does not end with whitespace.',
    level: 'sendable',
    confidence: 'A',
    check: trailingWhitespace,
  },
  {
    id: 'ROL-05',
    title: 'An assistant turn does not end with thinking.',
    level: 'well-formed',
    confidence: 'A',
    check: finalThinking,
  },
  {
    id: 'ROL-06',
    title: 'No call is still open at the end.',
    level: 'sendable',
    confidence: 'B',
    check: openCalls,
  },
]

function* firstIsUser(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const [first] = viewRequest(request).messages
  const isEnforced = target.strict || !PLATFORMS[target.platform].mergesNeighbours
  if (!isEnforced || first?.role !== 'assistant') return
  // What the API compacted starts with the block that it gave back, whoever holds it.
  if (first.blocks[0]?.type === 'compaction') return
  yield { path: 'messages.0', message: 'messages: first message must use the "user" role' }
}

function* alternation(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  if (PLATFORMS[target.platform].mergesNeighbours) return
  let previous = ''
  for (const { index, role } of viewRequest(request).messages) {
    if (role === previous && (role === 'user' || role === 'assistant')) {
      const found = `but found multiple "${role}" roles in a row`
      const message = `messages: roles must alternate between "user" and "assistant", ${found}`
      yield { path: `messages.${index}`, message }
    }
    previous = role
  }
}

function* prefill(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const last = viewRequest(request).messages.at(-1)
  if (target.modelFacts.prefill || last?.role !== 'assistant') return
  // A trailing call is refused as an unanswered call (ROL-06), not as a prefill.
  if (toolTurns(request).at(-1)?.calls.length !== 0) return
  yield {
    path: `messages.${last.index}`,
    message:
      'This model does not support assistant message prefill. The conversation must end with a user message.',
  }
}

function* trailingWhitespace(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const last = viewRequest(request).messages.at(-1)
  const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
  if (!target.modelFacts.prefill || block?.type !== 'text') return
  const { text } = block.block
  if (typeof text !== 'string' || !/\s$/.test(text)) return
  const message = 'messages: final assistant content cannot end with trailing whitespace'
  yield { path: blockPath(block), message }
}

function* finalThinking(request: ApiRequest): Generator<Finding> {
  for (const { run } of toolTurns(request)) {
    const last = run.at(-1)
    if (last?.type !== 'thinking' && last?.type !== 'redacted_thinking') continue
    const sentence = `The final block in an assistant message cannot be \`${last.type}\`.`
    yield { path: blockPath(last), message: `messages.${last.message}: ${sentence}` }
  }
}

function* openCalls(request: ApiRequest): Generator<Finding> {
  const turn = toolTurns(request).at(-1)
  if (turn === undefined || !isOpen(turn)) return
  const ids = unansweredIds(turn)
  if (ids.length > 0) yield unansweredMessage(turn, ids)
}
