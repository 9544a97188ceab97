import type { ApiRequest } from '../../api-request.ts'
import type { ApiTarget } from '../../api-target.ts'
import { isObject } from '../../json.ts'
import { apiPath } from '../../request/block-path.ts'
import { type PlacedBlock, placedBlocks } from '../../request/request-view.ts'
import { unknownTag } from '../../request/unknown-tag.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import { bodyOf, type Fields, hasBeta, isSent, listAt } from './request-parts.ts'

/** CMP, THR and FBK: summaries that stand for the past, threads that the server holds, models that step in. */
export const keptStateChecks: Checks = {
  *'CMP-01'(request, target) {
    const [block, ...others] = compactionBlocks(request, target)
    // Which of several is the one to keep is CMP-02's question.
    if (!block || others.length > 0) return
    if (block.message === 0 && (block.parent ?? block).index === 0 && block.role !== 'system') return
    const misplaced = finding(
      apiPath(block),
      'a compaction block must be the first block of the conversation',
    )
    yield { ...misplaced, errorCode: 'compaction_block_misplaced' }
  },
  *'CMP-02'(request, target) {
    for (const block of compactionBlocks(request, target).slice(1)) {
      const second = finding(apiPath(block), 'only one compaction block may have content')
      yield { ...second, errorCode: 'compaction_block_ambiguous' }
    }
  },
  *'CMP-03'(request, target) {
    for (const view of compactionBlocks(request, target)) {
      const { signature } = view.block
      if (typeof signature === 'string' && signature !== '') continue
      const unsigned = finding(apiPath(view), 'Invalid `signature` in `compaction` block')
      yield { ...unsigned, errorCode: 'compaction_signature_invalid' }
    }
  },
  *'CMP-04'(request) {
    const body = bodyOf(request)
    if (body.compaction == null) return
    const messages = listAt(body, 'messages').map(bodyOf)
    if (!messages.some(hasSomethingToSay)) {
      const nothing = finding('messages', 'there is no user or assistant content to summarize')
      yield { ...nothing, errorCode: 'compaction_nothing_to_summarize' }
    }
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || !hasOpenCall(last)) return
    const text = 'a compaction request must not end on an unfinished assistant turn'
    yield {
      ...finding(`messages.${messages.length - 1}`, text),
      errorCode: 'compaction_incomplete_turn',
    }
  },
  *'CMP-05'(request) {
    const body = bodyOf(request)
    if (body.compaction != null && body.context_management != null) {
      yield finding('compaction', 'cannot be combined with context_management')
    }
    for (const view of placedBlocks(request)) {
      if (view.type !== 'compaction' || view.block.content !== '') continue
      yield finding(`${apiPath(view)}.compaction.content`, 'String should have at least 1 character')
    }
  },
  *'THR-01'(request) {
    const { thread } = bodyOf(request)
    if (!isObject(thread) || thread.type === 'create') return
    if (thread.type !== 'continue') {
      const message = isSent(thread, 'type')
        ? unknownTag('thread', thread.type, ['continue', 'create'])
        : 'thread.type: Field required'
      yield { path: 'thread', message }
    } else if (typeof thread.previous_message_id !== 'string') {
      const text = isSent(thread, 'previous_message_id') ? 'Input should be a valid string' : 'Field required'
      yield finding('thread.previous_message_id', text, 'thread.continue.previous_message_id')
    }
  },
  *'FBK-01'(request) {
    const { fallbacks, model, fallback_credit_token: token } = bodyOf(request)
    if (fallbacks == null) return
    if (token != null) yield finding('fallbacks', 'cannot be combined with fallback_credit_token')
    if (fallbacks === 'default') return
    if (!Array.isArray(fallbacks)) {
      yield finding('fallbacks', 'Input should be a valid array')
      return
    }
    if (fallbacks.length > FALLBACKS) {
      yield finding('fallbacks', `List should have at most ${FALLBACKS} items`)
    }
    yield* wrongModels(fallbacks, model)
  },
}

/** Those with content; one with null stands for a failed compaction and counts for nothing. */
function compactionBlocks(request: ApiRequest, target: ApiTarget): readonly PlacedBlock[] {
  // The first beta left its blocks where they arose and did not sign them.
  if (hasBeta(target, 'compact-2026-01-12') && !hasBeta(target, 'compact-2026-09-04')) return []
  return placedBlocks(request).filter(({ type, block }) => type === 'compaction' && block.content)
}

function hasSomethingToSay({ role, content }: Fields): boolean {
  if (role !== 'user' && role !== 'assistant') return false
  if (typeof content === 'string') return content !== ''
  return Array.isArray(content) && content.some(block => bodyOf(block).type !== 'compaction')
}

function hasOpenCall(message: Fields): boolean {
  const blocks = listAt(message, 'content').map(bodyOf)
  const answered = new Set(
    blocks.filter(block => isSent(block, 'tool_use_id')).map(block => block.tool_use_id),
  )
  return blocks.some(({ type, id }) => {
    if (type === 'tool_use') return true
    return (type === 'server_tool_use' || type === 'mcp_tool_use') && !answered.has(id)
  })
}

const FALLBACKS = 3

function* wrongModels(fallbacks: readonly unknown[], requested: unknown): Generator<Finding> {
  const seen = new Set<unknown>([requested])
  for (const [index, fallback] of fallbacks.entries()) {
    const { model } = bodyOf(fallback)
    const path = `fallbacks.${index}.model`
    if (typeof model !== 'string') {
      yield finding(path, model === undefined ? 'Field required' : 'Input should be a valid string')
    } else if (seen.has(model)) {
      yield finding(path, 'each model may appear only once')
    }
    seen.add(model)
  }
}
