import type { SessionKey, StoredLine } from '@antiphon/transcript'
import { type Connections, toAnswerMs } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import { toLogName } from './log-name.ts'

/** A log as it is now: which one of its name, and where it ends. */
export type StoredLogState = { readonly life: string; readonly born: string; readonly end: number }

/** How a log is; null where there is none. */
export async function readState(connections: Connections, key: SessionKey): Promise<StoredLogState | null> {
  const [row] = await connections.runAgain({
    answerMs: toAnswerMs(0),
    text: `SELECT life, born::text, ends FROM ${SCHEMA}.logs WHERE name = $1`,
    values: [toLogName(key)],
  })
  return row ? { life: String(row[0]), born: String(row[1]), end: Number(row[2]) } : null
}

export type ReadLinesOptions = {
  readonly name: string
  readonly state: StoredLogState
  /** The first position that is read; backwards, the one behind it. */
  readonly from: number
  readonly isBackwards?: boolean
}

/** The lines of a log from a position on, a page at a time: memory is bounded by a page and the longest line. */
export async function* readLines(
  connections: Connections,
  { name, state, from, isBackwards = false }: ReadLinesOptions,
): AsyncGenerator<StoredLine, void, undefined> {
  let position = from
  while (isBackwards ? position > 0 : position < state.end) {
    const rows = await connections.runAgain({
      text: isBackwards ? BACKWARDS : FORWARDS,
      values: [name, state.life, state.born, position, state.end, PAGE_BYTES],
    })
    for (const [seq, line] of rows) {
      if (!Buffer.isBuffer(line)) throw new TypeError('the server sent no bytes')
      yield { seq: Number(seq), line }
      position = isBackwards ? Number(seq) : Number(seq) + 1
    }
    if (rows.length === 0) return
  }
}

const PAGE_BYTES = 1024 * 1024
const PAGE_LINES = 1000

/** Of a page, as many lines as fit, and one at least. */
const toPage = (where: string, order: string): string => `
  SELECT seq, line FROM (
    SELECT seq, line, sum(octet_length(line)) OVER (ORDER BY seq ${order}) - octet_length(line) AS before
    FROM (
      SELECT seq, line FROM ${SCHEMA}.entries
      WHERE name = $1 AND life = $2 AND born = $3::date AND ${where} ORDER BY seq ${order} LIMIT ${PAGE_LINES}
    ) AS next
  ) AS page WHERE before < $6 OR before = 0 ORDER BY seq ${order}`

const FORWARDS = toPage('seq >= $4 AND seq < $5', 'ASC')
const BACKWARDS = toPage('seq < $4 AND seq < $5', 'DESC')
