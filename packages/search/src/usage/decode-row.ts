import { NO_USAGE_SUM, type UsageSum } from '@antiphon/core/usage'
import { COUNT, COUNTS, idStart, MARK, ROW_WORDS, timeOfRow, WORD } from './answer-rows.ts'
import { type RowRest, type ServedAs, USUAL_LABEL } from './encode-table.ts'
import type { FileTable } from './file-table.ts'
import type { FileAnswer } from './file-usage.ts'

/** The answer that a row tells, as it was put there. */
export function decodeRow(table: FileTable, row: number): FileAnswer {
  const { rows, texts } = table
  const start = row * ROW_WORDS
  const word = (place: number): number => rows[start + place] ?? 0
  const rest = decodeRest(table, start)
  const time = timeOfRow(rows, start)
  const counts = rest.counts ?? rows.subarray(start + WORD.counts, start + WORD.counts + COUNTS)
  const agent = word(WORD.agent)
  return {
    id: decodeText(table, idStart(table, start), word(WORD.idEnd)),
    at: rest.at ?? (Number.isNaN(time) ? null : new Date(time).toISOString()),
    model: texts[word(WORD.model)] ?? '',
    agent: agent === 0 ? null : (texts[agent - 1] ?? null),
    isSubagent: (word(WORD.marks) & MARK.isSubagent) !== 0,
    isCopy: (word(WORD.marks) & MARK.isCopy) !== 0,
    visibleTokens: counts[COUNT.visible] ?? 0,
    usage: toUsage(counts, fromLabel(texts[word(WORD.label)] ?? USUAL_LABEL), rest.iterations),
  }
}

export function fromLabel(label: string): ServedAs {
  if (label === USUAL_LABEL) return NO_USAGE_SUM
  // It was encoded by us, and the checksum says that it is still the same.
  const [service_tier, inference_geo, speed] = JSON.parse(label) as [string, string, string]
  return { service_tier, inference_geo, speed }
}

function decodeRest(table: FileTable, start: number): RowRest {
  const from = table.rows[start + WORD.idEnd] ?? 0
  const to = table.rows[start + WORD.restEnd] ?? 0
  // It was encoded by us, and the checksum says that it is still the same.
  return from === to ? {} : (JSON.parse(decodeText(table, from, to)) as RowRest)
}

function decodeText({ bytes }: FileTable, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
}

/** What is nothing is shared: there are hundreds of thousands of answers. */
function toUsage(
  counts: ArrayLike<number>,
  { service_tier, inference_geo, speed }: ServedAs,
  iterations: UsageSum['iterations'] = NO_USAGE_SUM.iterations,
): UsageSum {
  const [thinking, searches, fetches] = [counts[6] ?? 0, counts[7] ?? 0, counts[8] ?? 0]
  const [for5m, for1h] = [counts[4] ?? 0, counts[5] ?? 0]
  return {
    input_tokens: counts[0] ?? 0,
    cache_creation_input_tokens: counts[1] ?? 0,
    cache_read_input_tokens: counts[2] ?? 0,
    output_tokens: counts[3] ?? 0,
    output_tokens_details:
      thinking === 0 ? NO_USAGE_SUM.output_tokens_details : { thinking_tokens: thinking },
    server_tool_use:
      searches + fetches === 0
        ? NO_USAGE_SUM.server_tool_use
        : { web_search_requests: searches, web_fetch_requests: fetches },
    service_tier,
    cache_creation:
      for5m + for1h === 0
        ? NO_USAGE_SUM.cache_creation
        : { ephemeral_1h_input_tokens: for1h, ephemeral_5m_input_tokens: for5m },
    inference_geo,
    iterations,
    speed,
    fallback_credit: null,
  }
}
