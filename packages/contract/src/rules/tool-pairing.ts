import type { ApiRequest } from '../api-request.ts'
import { apiPath, blockPath } from '../request/block-path.ts'
import { orphanMessage } from '../request/orphan-message.ts'
import { type BlockView, blocksOfType } from '../request/request-view.ts'
import { systemPlaceMessage } from '../request/system-place.ts'
import { toolTurns } from '../request/tool-turns.ts'
import { callIds, isOpen, unansweredIds, unansweredMessage } from '../request/unanswered-calls.ts'
import type { Finding, Rule } from '../rule.ts'

/**
 * Calls and results, measured as the API does: over merged neighbours, by the results with which the reply
 * starts. Open calls at the very end are ROL-06; TUP-13 and TUP-17 allow things and refuse none.
 */
export const toolPairingRules: readonly Rule[] = [
  {
    id: 'TUP-01',
    title: 'Every call has a result in the reply.',
    level: 'well-formed',
    confidence: 'A',
    check: unansweredCalls,
  },
  {
    id: 'TUP-02',
    title: 'Every result answers a call of the turn before it.',
    level: 'well-formed',
    confidence: 'A',
    check: orphanResults,
  },
  {
    id: 'TUP-03',
    title: 'A call has one result.',
    level: 'well-formed',
    confidence: 'A',
    check: doubledResults,
  },
  {
    id: 'TUP-04',
    title: 'The ids of calls are unique in the whole request.',
    level: 'well-formed',
    confidence: 'A',
    check: doubledCalls,
  },
  {
    id: 'TUP-05',
    title: 'Only assistant messages have calls.',
    level: 'well-formed',
    confidence: 'A',
    check: userCalls,
  },
  {
    id: 'TUP-06',
    title: 'Only user messages have results.',
    level: 'well-formed',
    confidence: 'A',
    check: assistantResults,
  },
  {
    id: 'TUP-14',
    title: 'Results stand before everything else in the reply.',
    level: 'well-formed',
    confidence: 'A',
    check: hiddenResults,
  },
  {
    id: 'TUP-15',
    title: 'No system message stands between a call and its result.',
    level: 'well-formed',
    confidence: 'A',
    check: systemBeforeResults,
  },
]

function* unansweredCalls(request: ApiRequest): Generator<Finding> {
  for (const turn of toolTurns(request)) {
    const ids = unansweredIds(turn)
    if (ids.length === 0 || isOpen(turn) || areHidden(ids, turn.results)) continue
    yield unansweredMessage(turn, ids)
  }
}

function* hiddenResults(request: ApiRequest): Generator<Finding> {
  for (const turn of toolTurns(request)) {
    const ids = unansweredIds(turn)
    if (ids.length > 0 && areHidden(ids, turn.results)) yield unansweredMessage(turn, ids)
  }
}

function areHidden(ids: readonly string[], results: readonly BlockView[]): boolean {
  const present = new Set(results.map(view => view.block.tool_use_id))
  return ids.every(id => present.has(id))
}

function* orphanResults(request: ApiRequest): Generator<Finding> {
  for (const turn of toolTurns(request)) {
    const ids = callIds(turn)
    for (const view of turn.results) {
      const id = view.block.tool_use_id
      // A result for a call that the API carried out is SRV-06.
      if (typeof id !== 'string' || ids.has(id) || id.startsWith('srvtoolu_')) continue
      yield { path: blockPath(view), message: orphanMessage(view, id) }
    }
  }
}

function* doubledResults(request: ApiRequest): Generator<Finding> {
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
}

function* doubledCalls(request: ApiRequest): Generator<Finding> {
  const seen = new Set<unknown>()
  for (const { calls } of toolTurns(request)) {
    for (const view of calls) {
      const { id } = view.block
      if (typeof id !== 'string') continue
      if (seen.has(id))
        yield { path: blockPath(view), message: `${apiPath(view)}: \`tool_use\` ids must be unique` }
      seen.add(id)
    }
  }
}

function* userCalls(request: ApiRequest): Generator<Finding> {
  for (const view of blocksOfType(request, 'tool_use')) {
    if (view.parent !== null || view.role !== 'user') continue
    const message = `messages.${view.message}: \`tool_use\` blocks can only be in \`assistant\` messages`
    yield { path: blockPath(view), message }
  }
}

function* assistantResults(request: ApiRequest): Generator<Finding> {
  for (const view of blocksOfType(request, 'tool_result')) {
    if (view.parent !== null || view.role !== 'assistant') continue
    const message = `messages.${view.message}: \`tool_result\` blocks can only be in \`user\` messages`
    yield { path: blockPath(view), message }
  }
}

function* systemBeforeResults(request: ApiRequest): Generator<Finding> {
  for (const turn of toolTurns(request)) {
    const ids: ReadonlySet<unknown> = callIds(turn)
    const lastAnswer = turn.results.findLast(view => ids.has(view.block.tool_use_id))
    for (const { index } of turn.systemMessages) {
      if (lastAnswer === undefined || index > lastAnswer.message) continue
      yield { path: `messages.${index}`, message: systemPlaceMessage(index) }
    }
  }
}
