import type { ContentBlock } from '@antiphon/contract'
import { readNumber } from '../message/read-field.ts'
import { getContentBlocks } from './get-content-blocks.ts'
import type { WireEvent } from './wire-event.ts'

/** What a stream held, in numbers. */
export type WireStatistics = {
  readonly events: number
  readonly byType: Counts
  /** Keys such as `system/init`. */
  readonly bySubtype: Counts
  readonly byBlock: Counts
  /** Calls by the name of the tool, also of those that the API carries out. */
  readonly toolCalls: Counts
  readonly errors: {
    readonly toolResults: number
    readonly answers: number
    readonly retries: number
    readonly results: number
  }
  /** Sums over the results: of the main conversation, without subagents. */
  readonly tokens: {
    readonly input: number
    readonly output: number
    readonly cacheCreation: number
    readonly cacheRead: number
  }
  readonly turns: number
  readonly durationMs: number
  readonly apiDurationMs: number
  readonly costUsd: number
  /** A result tells cost and time at the API since its session began: the last one counts. */
  readonly bySession: { readonly [sessionId: string]: SessionTotals }
}

export type SessionTotals = { readonly costUsd: number; readonly apiDurationMs: number }

export type Counts = { readonly [key: string]: number }

export const EMPTY_WIRE_STATISTICS: WireStatistics = {
  events: 0,
  byType: {},
  bySubtype: {},
  byBlock: {},
  toolCalls: {},
  errors: { toolResults: 0, answers: 0, retries: 0, results: 0 },
  tokens: { input: 0, output: 0, cacheCreation: 0, cacheRead: 0 },
  turns: 0,
  durationMs: 0,
  apiDurationMs: 0,
  costUsd: 0,
  bySession: {},
}

/** Counts a whole stream: the fold of `addWireEvent`. */
export function computeWireStatistics(events: Iterable<WireEvent>): WireStatistics {
  let statistics = EMPTY_WIRE_STATISTICS
  for (const event of events) statistics = addWireEvent(statistics, event)
  return statistics
}

/** The statistics with one more event; the old ones stay as they are. */
export function addWireEvent(statistics: WireStatistics, event: WireEvent): WireStatistics {
  const counted = {
    ...statistics,
    events: statistics.events + 1,
    byType: add(statistics.byType, event.type),
    bySubtype: addSubtype(statistics.bySubtype, event),
  }
  const withBlocks = getContentBlocks(event).reduce(addBlock, counted)
  switch (event.type) {
    case 'result':
      return addResult(withBlocks, event)
    case 'assistant':
      return event.error === undefined ? withBlocks : addError(withBlocks, 'answers')
    case 'system':
      return event.subtype === 'api_retry' ? addError(withBlocks, 'retries') : withBlocks
    default:
      return withBlocks
  }
}

function addSubtype(counts: Counts, event: WireEvent): Counts {
  const subtype: unknown = 'subtype' in event ? event.subtype : undefined
  return typeof subtype === 'string' ? add(counts, `${event.type}/${subtype}`) : counts
}

function addBlock(statistics: WireStatistics, block: ContentBlock): WireStatistics {
  const counted = { ...statistics, byBlock: add(statistics.byBlock, block.type) }
  switch (block.type) {
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return { ...counted, toolCalls: add(counted.toolCalls, toKey(block.name)) }
    case 'tool_result':
    case 'mcp_tool_result':
      return block.is_error === true ? addError(counted, 'toolResults') : counted
    default:
      return counted
  }
}

function addResult(
  statistics: WireStatistics,
  event: Extract<WireEvent, { readonly type: 'result' }>,
): WireStatistics {
  const usage: unknown = event.usage
  const { tokens } = statistics
  const totals = { costUsd: toNumber(event.total_cost_usd), apiDurationMs: toNumber(event.duration_api_ms) }
  const bySession = { ...statistics.bySession, [toKey(event.session_id)]: totals }
  const counted = {
    ...statistics,
    tokens: {
      input: tokens.input + (readNumber(usage, 'input_tokens') ?? 0),
      output: tokens.output + (readNumber(usage, 'output_tokens') ?? 0),
      cacheCreation: tokens.cacheCreation + (readNumber(usage, 'cache_creation_input_tokens') ?? 0),
      cacheRead: tokens.cacheRead + (readNumber(usage, 'cache_read_input_tokens') ?? 0),
    },
    turns: statistics.turns + toNumber(event.num_turns),
    durationMs: statistics.durationMs + toNumber(event.duration_ms),
    apiDurationMs: sum(Object.values(bySession).map(session => session.apiDurationMs)),
    costUsd: sum(Object.values(bySession).map(session => session.costUsd)),
    bySession,
  }
  return event.is_error === true ? addError(counted, 'results') : counted
}

function addError(statistics: WireStatistics, kind: keyof WireStatistics['errors']): WireStatistics {
  const { errors } = statistics
  return { ...statistics, errors: { ...errors, [kind]: errors[kind] + 1 } }
}

// Keys come from the wire: `constructor` must not find what objects inherit.
function add(counts: Counts, key: string): Counts {
  return { ...counts, [key]: (Object.hasOwn(counts, key) ? (counts[key] ?? 0) : 0) + 1 }
}

function toKey(value: unknown): string {
  return typeof value === 'string' ? value : '(none)'
}

function toNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
