/**
 * Answers as rows of numbers: what a report adds up is read without making an object of any answer, of which there are
 * hundreds of thousands. A row holds this many words.
 */
export const ROW_WORDS = 19

/** Where in a row something stands. */
export const WORD = {
  /** Of the id, so that most pairs of ids need not be compared. */
  hash: 0,
  /** Where the id ends in the bytes of the table; it begins where the row before ends. */
  idEnd: 1,
  /** Where the JSON of what fits into no word ends; it begins behind the id. */
  restEnd: 2,
  /** Milliseconds of the epoch. */
  timeLow: 3,
  timeHigh: 4,
  /** Places in the table's texts; of the agent one more, zero for none. */
  model: 5,
  agent: 6,
  label: 7,
  marks: 8,
  counts: 9,
} as const

/** The order of the counts, which begin at `WORD.counts`. */
export const COUNT = {
  input: 0,
  cacheWrite: 1,
  cacheRead: 2,
  output: 3,
  cacheWrite5m: 4,
  cacheWrite1h: 5,
  thinking: 6,
  webSearches: 7,
  webFetches: 8,
  /** What the answer visibly says, estimated. */
  visible: 9,
} as const

export const COUNTS = 10

export const MARK = {
  isSubagent: 1,
  isCopy: 2,
  /** The time is a text of its own, or a count is no word: only the JSON behind the id tells. */
  isOdd: 4,
  /** It has parts that are paid for beside its counts. */
  hasParts: 8,
} as const

/** No time that can be told in milliseconds. */
const NO_TIME = 0xffff_ffff

const TWO_32 = 0x1_0000_0000

export function timeOfRow(rows: Uint32Array, start: number): number {
  const high = rows[start + WORD.timeHigh] ?? NO_TIME
  return high === NO_TIME ? Number.NaN : high * TWO_32 + (rows[start + WORD.timeLow] ?? 0)
}

export function toTimeWords(time: number): readonly [low: number, high: number] {
  return Number.isNaN(time) || time < 0 ? [0, NO_TIME] : [time % TWO_32, Math.floor(time / TWO_32)]
}

/** Where the id of the row begins that begins at `start`. */
export function idStart({ rows }: { readonly rows: Uint32Array }, start: number): number {
  return start === 0 ? 0 : (rows[start - ROW_WORDS + WORD.restEnd] ?? 0)
}

/** A number of 32 bits that spreads ids well. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c_9dc5
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x0100_0193)
  return (hash ^ (hash >>> 15)) >>> 0
}
