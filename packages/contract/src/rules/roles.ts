import { blockPath } from '../request/block-path.ts'
import { viewRequest } from '../request/request-view.ts'
import { toolTurns } from '../request/tool-turns.ts'
import { isOpen, unansweredIds, unansweredMessage } from '../request/unanswered-calls.ts'
import type { Checks } from '../rule.ts'
import { PLATFORMS } from '../tables/platforms.ts'

/** Who speaks first, last and after whom. ROL-07 is an exemption: `pausedTurn` of `checkApiContract`. */
export const roleChecks: Checks = {
  *'ROL-01'(request, target) {
    const [first] = viewRequest(request).messages
    const isEnforced = target.strict || !PLATFORMS[target.platform].mergesNeighbours
    if (!isEnforced || first?.role !== 'assistant') return
    // What the API compacted starts with the block that it gave back, whoever holds it.
    if (first.blocks[0]?.type === 'compaction') return
    yield { path: 'messages.0', message: 'messages: first message must use the "user" role' }
  },
  *'ROL-02'(request, target) {
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
  },
  *'ROL-03'(request, target) {
    const last = viewRequest(request).messages.at(-1)
    if (target.modelFacts.prefill || last?.role !== 'assistant') return
    // A trailing call is refused as an unanswered call (ROL-06), not as a prefill.
    if (toolTurns(request).at(-1)?.calls.length !== 0) return
    yield {
      path: `messages.${last.index}`,
      message:
        'This model does not support assistant message prefill. The conversation must end with a user message.',
    }
  },
  *'ROL-04'(request, target) {
    const last = viewRequest(request).messages.at(-1)
    const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
    if (!target.modelFacts.prefill || block?.type !== 'text') return
    const { text } = block.block
    if (typeof text !== 'string' || !/\s$/.test(text)) return
    const message = 'messages: final assistant content cannot end with trailing whitespace'
    yield { path: blockPath(block), message }
  },
  *'ROL-05'(request) {
    for (const { run } of toolTurns(request)) {
      const last = run.at(-1)
      if (last?.type !== 'thinking' && last?.type !== 'redacted_thinking') continue
      const sentence = `The final block in an assistant message cannot be \`${last.type}\`.`
      yield { path: blockPath(last), message: `messages.${last.message}: ${sentence}` }
    }
  },
  *'ROL-06'(request) {
    const turn = toolTurns(request).at(-1)
    if (turn === undefined || !isOpen(turn)) return
    const ids = unansweredIds(turn)
    if (ids.length > 0) yield unansweredMessage(turn, ids)
  },
}
