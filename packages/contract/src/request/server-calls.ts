import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { SERVER_TOOL_RESULT_OF } from '../tables/patterns.ts'
import { perRequest } from './per-request.ts'
import { blocksOfType, type PlacedBlock } from './request-view.ts'
import { type ToolTurn, toolTurns } from './tool-turns.ts'

/** A call that the API carries out itself and that has no result where one must be. */
export type OpenServerCall = {
  readonly view: PlacedBlock
  readonly name: string
  readonly resultType: string
  /** The first block of a reply that should have had nothing but results, if that is what cut the call off. */
  readonly cutOffBy: PlacedBlock | null
}

export type ServerCalls = {
  readonly unanswered: readonly OpenServerCall[]
  /** Results that no call before them asked for. */
  readonly orphans: readonly PlacedBlock[]
}

/**
 * Pairs the calls of server tools and of the MCP connector with their results. A result stands in the same
 * run of assistant messages. Two kinds of calls wait longer, as long as the user replies with results only:
 * one made beside a client's tool is run afterwards, so that its result opens the next run; code that calls
 * client tools (`caller`) goes on for as many runs as it needs. A call that still waits at the end is fine.
 */
export const serverCalls: (request: ApiRequest) => ServerCalls = perRequest(request => {
  if (!SERVER_BLOCKS.some(type => blocksOfType(request, type).length > 0)) return NOTHING
  const turns = toolTurns(request)
  const calling = programmaticSources(turns)
  const unanswered: OpenServerCall[] = []
  const orphans: PlacedBlock[] = []
  const fresh = new Map<string, PlacedBlock>()
  const deferred = new Map<string, PlacedBlock>()
  const running = new Map<string, PlacedBlock>()

  for (const turn of turns) {
    for (const view of turn.run) {
      const resultType = resultTypeOf(view)
      if (resultType !== undefined) {
        const waiting = calling.has(view.block.id) ? running : fresh
        const key = keyOf(resultType, view.block.id)
        const namesake = waiting.get(key)
        if (namesake !== undefined) unanswered.push(openCall(namesake, null))
        waiting.set(key, view)
      } else if (isServerResult(view)) {
        const key = keyOf(view.type, view.block.tool_use_id)
        if (![fresh, deferred, running].some(waiting => waiting.delete(key))) orphans.push(view)
      }
    }
    giveUp(deferred, null)
    const extra = turn.reply.find(view => view.type !== 'tool_result') ?? null
    const goesOn = turn.calls.length > 0 && extra === null
    if (goesOn) for (const [key, view] of fresh) deferred.set(key, view)
    else {
      giveUp(fresh, turn.calls.length > 0 ? extra : null)
      giveUp(running, null)
    }
    fresh.clear()
  }
  for (const view of SERVER_BLOCKS.flatMap(type => blocksOfType(request, type))) {
    if (view.role !== 'user' || view.parent !== null) continue
    if (isServerResult(view)) orphans.push(view)
    else if (resultTypeOf(view) !== undefined) unanswered.push(openCall(view, null))
  }
  return { unanswered, orphans }

  function giveUp(waiting: Map<string, PlacedBlock>, cutOffBy: PlacedBlock | null): void {
    for (const view of waiting.values()) unanswered.push(openCall(view, cutOffBy))
    waiting.clear()
  }
})

/** True for a call that code execution made, not the model itself. */
export function isProgrammaticCall({ block }: PlacedBlock): boolean {
  return isObject(block.caller) && block.caller.type !== 'direct'
}

function programmaticSources(turns: readonly ToolTurn[]): ReadonlySet<unknown> {
  const sources = turns
    .flatMap(turn => turn.calls)
    .map(({ block }) => isObject(block.caller) && block.caller.tool_id)
  return new Set(sources.filter(id => typeof id === 'string'))
}

function resultTypeOf({ type, block }: PlacedBlock): string | undefined {
  if (type === 'mcp_tool_use') return 'mcp_tool_result'
  if (type !== 'server_tool_use' || typeof block.name !== 'string') return undefined
  return SERVER_TOOL_RESULT_OF[block.name]
}

function isServerResult({ type }: PlacedBlock): boolean {
  return RESULT_TYPES.has(type)
}

const RESULT_TYPES: ReadonlySet<string> = new Set([
  ...Object.values(SERVER_TOOL_RESULT_OF),
  'mcp_tool_result',
])
const SERVER_BLOCKS = ['server_tool_use', 'mcp_tool_use', ...RESULT_TYPES]
const NOTHING: ServerCalls = { unanswered: [], orphans: [] }

function keyOf(resultType: string, id: unknown): string {
  return `${resultType} ${typeof id === 'string' ? id : ''}`
}

function openCall(view: PlacedBlock, cutOffBy: PlacedBlock | null): OpenServerCall {
  const name = typeof view.block.name === 'string' ? view.block.name : ''
  return { view, name, resultType: resultTypeOf(view) ?? '', cutOffBy }
}
