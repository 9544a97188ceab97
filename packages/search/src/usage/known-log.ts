import { type CountedAnswer, toUsageSum, type UsageSum } from '@antiphon/core/usage'
import type { ReadLogState } from '../sources/log-state.ts'
import type { ScannedCall } from './scan-tool-calls.ts'
import type { UsageItem } from './usage-item.ts'

/** What is known of a log that was read, in the form in which it is remembered: what few reports need stays JSON. */
export type KnownLog = {
  readonly state: ReadLogState
  readonly facts: FileFacts
  /** What its answers come to. */
  readonly items: readonly UsageItem[]
  /** Of the ids of its answers: a log that shares none with others is counted by its items alone. */
  readonly hashes: Uint32Array
  /** The JSON of its answers and of its calls; null where nobody asked for tools. */
  readonly answers: Uint8Array
  readonly calls: Uint8Array | null
}

export type FileFacts = {
  /** The first that a line with an answer names. */
  readonly sessionId: string | null
  readonly cwd: string | null
  /** The latest time of an answer. */
  readonly lastAt: string | null
  /** Stretches that may have reported an answer and cannot be read. */
  readonly damaged: number
}

/** An answer as one file tells it: each id once, each count its maximum. */
export type FileAnswer = CountedAnswer & { readonly agent: string | null; readonly isCopy: boolean }

/** Answers as JSON: a row of values each, since there are hundreds of thousands. What is unusual stands at its end. */
export function encodeAnswers(answers: readonly FileAnswer[]): Uint8Array {
  return encodeJson(answers.map(toRow))
}

export function decodeAnswers(bytes: Uint8Array): readonly FileAnswer[] {
  return decodeJson<readonly AnswerRow[]>(bytes).map(fromRow)
}

export function encodeCalls(calls: readonly ScannedCall[]): Uint8Array {
  return encodeJson(calls.map(({ id, name, resultTokens, at }) => [id, name, resultTokens, at]))
}

export function decodeCalls(bytes: Uint8Array): readonly ScannedCall[] {
  type Row = readonly [id: string, name: string | null, resultTokens: number | null, at: string | null]
  return decodeJson<readonly Row[]>(bytes).map(([id, name, resultTokens, at]) => ({
    id,
    name,
    resultTokens,
    at,
  }))
}

/** A number of 32 bits that spreads ids well. */
export function hashId(id: string): number {
  let hash = 0x811c_9dc5
  for (let index = 0; index < id.length; index++) hash = Math.imul(hash ^ id.charCodeAt(index), 0x0100_0193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function encodeJson(value: unknown): Uint8Array {
  // In memory of its own, which a thread can give to another.
  return new TextEncoder().encode(JSON.stringify(value))
}

/** What was encoded here, and kept with a checksum. */
function decodeJson<Value>(bytes: Uint8Array): Value {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Value
}

type AnswerRow = readonly [
  id: string,
  at: string | null,
  model: string,
  agent: string | null,
  marks: number,
  visibleTokens: number,
  input: number,
  cacheWrite: number,
  cacheRead: number,
  output: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
  more?: MoreUsage,
]

/** What most answers have none of. */
type MoreUsage = Pick<
  UsageSum,
  'output_tokens_details' | 'server_tool_use' | 'service_tier' | 'inference_geo' | 'speed' | 'iterations'
>

const [IS_SUBAGENT, IS_COPY] = [1, 2] as const

function toRow({ id, at, model, agent, isSubagent, isCopy, visibleTokens, usage }: FileAnswer): AnswerRow {
  const { output_tokens_details, server_tool_use, service_tier, inference_geo, speed, iterations } = usage
  const { ephemeral_5m_input_tokens, ephemeral_1h_input_tokens } = usage.cache_creation
  const isUsual =
    service_tier === USUAL.service_tier &&
    speed === USUAL.speed &&
    inference_geo === USUAL.inference_geo &&
    iterations.length === 0 &&
    output_tokens_details.thinking_tokens === 0 &&
    server_tool_use.web_search_requests + server_tool_use.web_fetch_requests === 0
  const row: AnswerRow = [
    id,
    at,
    model,
    agent,
    (isSubagent ? IS_SUBAGENT : 0) | (isCopy ? IS_COPY : 0),
    visibleTokens,
    usage.input_tokens,
    usage.cache_creation_input_tokens,
    usage.cache_read_input_tokens,
    usage.output_tokens,
    ephemeral_5m_input_tokens,
    ephemeral_1h_input_tokens,
  ]
  if (isUsual) return row
  const more = { output_tokens_details, server_tool_use, service_tier, inference_geo, speed, iterations }
  return [...row, more] as unknown as AnswerRow
}

const USUAL = toUsageSum({})

function fromRow(row: AnswerRow): FileAnswer {
  // By their places: an iterator over each row takes longer than all else here.
  const [ephemeral_5m_input_tokens, ephemeral_1h_input_tokens, more = USUAL] = [row[10], row[11], row[12]]
  const isCached = ephemeral_5m_input_tokens + ephemeral_1h_input_tokens > 0
  const { output_tokens_details, server_tool_use, service_tier, inference_geo, speed, iterations } = more
  return {
    id: row[0],
    at: row[1],
    model: row[2],
    agent: row[3],
    isSubagent: (row[4] & IS_SUBAGENT) !== 0,
    isCopy: (row[4] & IS_COPY) !== 0,
    visibleTokens: row[5],
    // What is nothing is shared.
    usage: {
      input_tokens: row[6],
      cache_creation_input_tokens: row[7],
      cache_read_input_tokens: row[8],
      output_tokens: row[9],
      output_tokens_details,
      server_tool_use,
      service_tier,
      cache_creation: isCached
        ? { ephemeral_1h_input_tokens, ephemeral_5m_input_tokens }
        : USUAL.cache_creation,
      inference_geo,
      iterations,
      speed,
      fallback_credit: null,
    },
  }
}
