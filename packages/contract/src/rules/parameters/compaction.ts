import type { ApiTarget } from '../../api-target.ts'
import type { Checks } from '../../rule.ts'
import { blockPath, type PlacedBlock, placedBlocks } from './placed-blocks.ts'
import { bodyOf, type Fields, hasBeta, isSent, listAt } from './request-parts.ts'

/** CMP-01…05: blocks that stand for a summarised past, and the request for one. */
export const compactionChecks: Checks = {
  *'CMP-01'(request, target) {
    const [block, ...others] = compactionBlocks(request, target)
    // Which of several is the one to keep is CMP-02's question.
    if (!block || others.length > 0) return
    if (block.message === 0 && block.index === 0 && block.role !== 'system') return
    const path = blockPath(block)
    const message = `${path}: a compaction block must be the first block of the conversation`
    yield { path, message, errorCode: 'compaction_block_misplaced' }
  },
  *'CMP-02'(request, target) {
    for (const block of compactionBlocks(request, target).slice(1)) {
      const path = blockPath(block)
      const message = `${path}: only one compaction block may have content`
      yield { path, message, errorCode: 'compaction_block_ambiguous' }
    }
  },
  *'CMP-03'(request, target) {
    for (const placed of compactionBlocks(request, target)) {
      const { signature } = placed.block
      if (typeof signature === 'string' && signature !== '') continue
      const path = blockPath(placed)
      const message = `${path}: Invalid \`signature\` in \`compaction\` block`
      yield { path, message, errorCode: 'compaction_signature_invalid' }
    }
  },
  *'CMP-04'(request) {
    const body = bodyOf(request)
    if (body.compaction == null) return
    const messages = listAt(body, 'messages').map(bodyOf)
    if (!messages.some(hasSomethingToSay)) {
      const message = 'messages: there is no user or assistant content to summarize'
      yield { path: 'messages', message, errorCode: 'compaction_nothing_to_summarize' }
    }
    const last = messages.at(-1)
    if (last?.role !== 'assistant' || !hasOpenCall(last)) return
    const path = `messages.${messages.length - 1}`
    const message = `${path}: a compaction request must not end on an unfinished assistant turn`
    yield { path, message, errorCode: 'compaction_incomplete_turn' }
  },
  *'CMP-05'(request) {
    const body = bodyOf(request)
    if (body.compaction != null && body.context_management != null) {
      const message = 'compaction: cannot be combined with context_management'
      yield { path: 'compaction', message }
    }
    for (const placed of placedBlocks(request)) {
      if (placed.block.type !== 'compaction' || placed.block.content !== '') continue
      const path = `${blockPath(placed)}.compaction.content`
      yield { path, message: `${path}: String should have at least 1 character` }
    }
  },
}

/** Those with content; one with null stands for a failed compaction and counts for nothing. */
function compactionBlocks(request: unknown, target: ApiTarget): readonly PlacedBlock[] {
  // The first beta left its blocks where they arose and did not sign them.
  if (hasBeta(target, 'compact-2026-01-12') && !hasBeta(target, 'compact-2026-09-04')) return []
  const found: PlacedBlock[] = []
  for (const placed of placedBlocks(request)) {
    if (placed.block.type === 'compaction' && placed.block.content) found.push(placed)
  }
  return found
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
