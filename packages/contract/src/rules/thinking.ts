import type { ApiRequest } from '../api-request.ts'
import { blockFinding, fieldFinding, misplaced } from '../request/block-finding.ts'
import { apiFieldPath, apiPath, blockPath } from '../request/block-path.ts'
import { blocksOfType, type PlacedBlock, viewRequest } from '../request/request-view.ts'
import { type Checks, finding } from '../rule.ts'

/**
 * Thinking that comes back. Whether a block is unchanged (THK-08, THK-09), rightly signed (THK-10 beyond an
 * empty signature) or bound to what precedes it (THK-20 to THK-22) needs the answers that the API gave
 * before: one request does not show it, the simulator does.
 */
export const thinkingChecks: Checks = {
  *'THK-10'(request) {
    for (const view of blocksOfType(request, 'thinking')) {
      if (view.block.signature !== '' || view.block.thinking === '') continue
      yield blockFinding(view, 'Invalid `signature` in `thinking` block')
    }
  },
  *'THK-11'(request) {
    for (const view of blocksOfType(request, 'redacted_thinking')) {
      const { data } = view.block
      if (typeof data === 'string' && data !== '') continue
      yield blockFinding(view, 'Invalid `data` in `redacted_thinking` block')
    }
  },
  *'THK-12'(request) {
    for (const view of blocksOfType(request, 'thinking')) {
      if (typeof view.block.signature === 'string') continue
      yield { path: blockPath(view), message: `${apiFieldPath(view, 'signature')}: Field required` }
    }
  },
  *'THK-13'(request) {
    for (const view of blocksOfType(request, 'thinking')) {
      const { signature, thinking } = view.block
      const isSigned = typeof signature === 'string' && signature !== ''
      if (isSigned || thinking !== '') continue
      yield {
        path: blockPath(view),
        message: `${apiPath(view)}.thinking: each thinking block must contain thinking`,
      }
    }
  },
  *'THK-15'(request) {
    for (const view of allThinking(request)) {
      if (view.block.cache_control === undefined) continue
      yield fieldFinding(view, 'cache_control', 'Extra inputs are not permitted')
    }
  },
  *'THK-16'(request) {
    yield* misplaced(allThinking(request), 'assistant')
  },
  *'THK-18'(request) {
    const { messages } = viewRequest(request)
    const fallbacks = blocksOfType(request, 'fallback').filter(({ role }) => role === 'assistant')
    const last = new Map(fallbacks.map(view => [view.message, view.index]))
    for (const [message, index] of last) {
      for (const view of messages[message]?.blocks ?? []) {
        if (view.index >= index || !LEFT_OUT.includes(view.type)) continue
        const path = blockPath(view)
        yield finding(path, `\`${view.type}\` blocks must be left out before a \`fallback\` block`)
      }
    }
  },
}

const LEFT_OUT = ['thinking', 'redacted_thinking', 'tool_use']

function allThinking(request: ApiRequest): readonly PlacedBlock[] {
  return ['thinking', 'redacted_thinking'].flatMap(type => blocksOfType(request, type))
}
