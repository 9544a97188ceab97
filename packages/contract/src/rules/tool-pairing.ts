import { blockFinding, misplaced } from '../request/block-finding.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { orphanMessage } from '../request/orphan-message.ts'
import { blocksOfType, type PlacedBlock } from '../request/request-view.ts'
import { systemPlaceMessage } from '../request/system-place.ts'
import { toolTurns } from '../request/tool-turns.ts'
import { callIds, isOpen, unansweredIds, unansweredMessage } from '../request/unanswered-calls.ts'
import type { Checks } from '../rule.ts'

/**
 * Calls and results, measured as the API does: over merged neighbours, by the results with which the reply
 * starts. Open calls at the very end are ROL-06; TUP-13 and TUP-17 allow things and refuse none.
 */
export const toolPairingChecks: Checks = {
  *'TUP-01'(request) {
    for (const turn of toolTurns(request)) {
      const ids = unansweredIds(turn)
      if (ids.length === 0 || isOpen(turn) || areHidden(ids, turn.results)) continue
      yield unansweredMessage(turn, ids)
    }
  },
  *'TUP-02'(request) {
    for (const turn of toolTurns(request)) {
      const ids = callIds(turn)
      for (const view of turn.results) {
        const id = view.block.tool_use_id
        // A result for a call that the API carried out is SRV-06.
        if (typeof id !== 'string' || ids.has(id) || id.startsWith('srvtoolu_')) continue
        yield { path: blockPath(view), message: orphanMessage(view, id) }
      }
    }
  },
  *'TUP-03'(request) {
    for (const turn of toolTurns(request)) {
      const calls = callIds(turn)
      const seen = new Set<unknown>()
      for (const view of turn.results) {
        const id = view.block.tool_use_id
        if (typeof id !== 'string' || !calls.has(id)) continue
        const found = `Found multiple \`tool_result\` blocks with id: ${id}`
        const message = `${apiPath(view)}: each tool_use must have a single result. ${found}`
        if (seen.has(id)) yield { path: blockPath(view), message }
        seen.add(id)
      }
    }
  },
  *'TUP-04'(request) {
    const seen = new Set<unknown>()
    for (const { calls } of toolTurns(request)) {
      for (const view of calls) {
        const { id } = view.block
        if (typeof id !== 'string') continue
        if (seen.has(id)) yield blockFinding(view, '`tool_use` ids must be unique')
        seen.add(id)
      }
    }
  },
  *'TUP-05'(request) {
    yield* misplaced(blocksOfType(request, 'tool_use'), 'assistant')
  },
  *'TUP-06'(request) {
    yield* misplaced(blocksOfType(request, 'tool_result'), 'user')
  },
  *'TUP-14'(request) {
    for (const turn of toolTurns(request)) {
      const ids = unansweredIds(turn)
      if (ids.length > 0 && areHidden(ids, turn.results)) yield unansweredMessage(turn, ids)
    }
  },
  *'TUP-15'(request) {
    for (const turn of toolTurns(request)) {
      const ids: ReadonlySet<unknown> = callIds(turn)
      const lastAnswer = turn.results.findLast(view => ids.has(view.block.tool_use_id))
      for (const { index } of turn.systemMessages) {
        if (lastAnswer === undefined || index > lastAnswer.message) continue
        yield { path: `messages.${index}`, message: systemPlaceMessage(index) }
      }
    }
  },
}

function areHidden(ids: readonly string[], results: readonly PlacedBlock[]): boolean {
  const present = new Set(results.map(view => view.block.tool_use_id))
  return ids.every(id => present.has(id))
}
