import { isObject, type JsonValue } from '@antiphon/contract'
import { BESIDE_THE_TOTAL, NO_USAGE_SUM, type UsageSum } from '@antiphon/core/usage'
import { hashBytes, idStart, MARK, ROW_WORDS, toTimeWords, WORD } from './answer-rows.ts'
import { computeRuns } from './answer-runs.ts'
import { createByteText } from './byte-text.ts'
import type { FileFacts, FileTable } from './file-table.ts'
import type { FileAnswer } from './file-usage.ts'
import { createUsualTime } from './usual-time.ts'

/** What fits into no word of a row. */
export type RowRest = {
  /** A time that is not written as usual. */
  readonly at?: string
  /** All of them, where one is no whole number of 32 bits. */
  readonly counts?: readonly number[]
  readonly iterations?: readonly JsonValue[]
}

/** Puts answers into rows. */
export function encodeTable(answers: readonly FileAnswer[], facts: FileFacts): FileTable {
  const rows = new Uint32Array(answers.length * ROW_WORDS)
  const texts = createTextTable()
  const memory = createByteText()
  const usualTime = createUsualTime()
  let start = 0
  for (const answer of answers) {
    const time = answer.at === null ? Number.NaN : usualTime(answer.at)
    const rest = toRest(answer, time)
    rows[start + WORD.idEnd] = memory.append(toStoredId(answer.id))
    rows[start + WORD.restEnd] = memory.append(rest ? JSON.stringify(rest) : '')
    fillRow(answer, { rows, start, texts, rest, time })
    start += ROW_WORDS
  }
  const bytes = memory.bytes()
  fillHashes(rows, bytes)
  return { ...detach({ facts, texts: texts.texts }), rows, bytes, runs: computeRuns(rows, () => true) }
}

/** A piece of a text keeps all of it in memory, and these were pieces of lines. */
function detach<Json>(value: Json): Json {
  return JSON.parse(JSON.stringify(value))
}

/** Half of a character has no bytes of its own; only a broken writer makes ids of such. */
function toStoredId(id: string): string {
  return HALF.test(id) ? JSON.stringify(id) : id
}

const HALF = /\p{Surrogate}/u

function fillHashes(rows: Uint32Array, bytes: Uint8Array): void {
  for (let start = 0; start < rows.length; start += ROW_WORDS)
    rows[start + WORD.hash] = hashBytes(bytes, idStart({ rows }, start), rows[start + WORD.idEnd] ?? 0)
}

/** How an answer was served, in one text. */
function toLabel({ service_tier, inference_geo, speed }: ServedAs): string {
  const isUsual =
    service_tier === NO_USAGE_SUM.service_tier &&
    inference_geo === NO_USAGE_SUM.inference_geo &&
    speed === NO_USAGE_SUM.speed
  if (isUsual) return USUAL_LABEL
  return JSON.stringify([service_tier, inference_geo, speed])
}

export type ServedAs = Pick<UsageSum, 'service_tier' | 'inference_geo' | 'speed'>

type Target = {
  readonly rows: Uint32Array
  readonly start: number
  readonly texts: TextTable
  readonly rest: RowRest | undefined
  readonly time: number
}

function fillRow(answer: FileAnswer, { rows, start, texts, rest, time }: Target): void {
  const { model, agent, isSubagent, isCopy, usage } = answer
  const [low, high] = toTimeWords(rest?.at === undefined ? time : Date.parse(rest.at))
  const isOdd = rest?.at !== undefined || rest?.counts !== undefined
  rows[start + WORD.timeLow] = low
  rows[start + WORD.timeHigh] = high
  rows[start + WORD.model] = texts.place(model)
  rows[start + WORD.agent] = agent === null ? 0 : texts.place(agent) + 1
  rows[start + WORD.label] = texts.place(toLabel(usage))
  rows[start + WORD.marks] =
    (isSubagent ? MARK.isSubagent : 0) |
    (isCopy ? MARK.isCopy : 0) |
    (isOdd ? MARK.isOdd : 0) |
    (usage.iterations.some(isPaidBeside) ? MARK.hasParts : 0)
  rows.set(toCounts(answer), start + WORD.counts)
}

function isPaidBeside(part: JsonValue): boolean {
  return isObject(part) && typeof part.type === 'string' && BESIDE_THE_TOTAL.has(part.type)
}

function toRest(answer: FileAnswer, time: number): RowRest | undefined {
  const { at, usage } = answer
  const counts = toCounts(answer)
  const isCounted = counts.every(count => count >>> 0 === count)
  const isUsual = at === null || !Number.isNaN(time)
  if (isCounted && isUsual && usage.iterations.length === 0) return undefined
  return {
    ...(!isUsual && { at }),
    ...(!isCounted && { counts }),
    ...(usage.iterations.length > 0 && { iterations: usage.iterations }),
  }
}

/** In the order of `COUNT`. */
function toCounts({ usage, visibleTokens }: FileAnswer): readonly number[] {
  return [
    usage.input_tokens,
    usage.cache_creation_input_tokens,
    usage.cache_read_input_tokens,
    usage.output_tokens,
    usage.cache_creation.ephemeral_5m_input_tokens,
    usage.cache_creation.ephemeral_1h_input_tokens,
    usage.output_tokens_details.thinking_tokens,
    usage.server_tool_use.web_search_requests,
    usage.server_tool_use.web_fetch_requests,
    visibleTokens,
  ]
}

export const USUAL_LABEL = ''

/** Gives texts numbers, each the same one. */
interface TextTable {
  readonly texts: readonly string[]
  place(text: string): number
}

function createTextTable(): TextTable {
  const texts: string[] = []
  const places = new Map<string, number>()
  return {
    texts,
    place(text) {
      const known = places.get(text)
      if (known !== undefined) return known
      places.set(text, texts.length)
      return texts.push(text) - 1
    },
  }
}
