import { judgeOutput } from '@antiphon/core/usage'
import { COUNT, MARK, ROW_WORDS, timeOfRow, WORD } from './answer-rows.ts'
import { QUARTER_MS } from './calendar.ts'

/**
 * Rows that follow each other and differ in nothing that a report tells apart: of one model, served in one way, within
 * a quarter of an hour, with prompts of about one length. A report adds up runs instead of rows.
 */
export type AnswerRun = readonly [
  model: number,
  label: number,
  isSubagent: 0 | 1,
  answers: number,
  /** Of the first and of the last, in milliseconds of the epoch; null where nothing tells it. */
  time: number | null,
  lastTime: number | null,
  shortestPrompt: number,
  longestPrompt: number,
  input: number,
  output: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
  cacheRead: number,
  webSearches: number,
  /** The output with an estimate where the record cannot be true, and how many answers that are. */
  outputAtLeast: number,
  estimatedAnswers: number,
]

export type AnswerRuns = {
  readonly runs: readonly AnswerRun[]
  /** The rows that are in no run: only the whole answer tells what they are. */
  readonly odd: readonly number[]
}

/** Finds the runs of the rows that count. */
export function computeRuns(rows: Uint32Array, isCounted: (row: number) => boolean): AnswerRuns {
  const runs: AnswerRun[] = []
  const odd: number[] = []
  let open: OpenRun | null = null
  for (let row = 0, start = 0; start < rows.length; row++, start += ROW_WORDS) {
    if (!isCounted(row)) continue
    if (((rows[start + WORD.marks] ?? 0) & (MARK.isOdd | MARK.hasParts)) !== 0) {
      odd.push(row)
      continue
    }
    const kind = toKind(rows, start)
    if (!open || !isSame(open, kind)) {
      if (open) runs.push(toRun(open))
      open = { ...kind, ...NO_COUNTS, lastTime: kind.time, shortest: kind.prompt, longest: kind.prompt }
    }
    addRow(open, kind, { rows, counts: start + WORD.counts })
  }
  if (open) runs.push(toRun(open))
  return { runs, odd }
}

/** Where prices may change; a price that changes elsewhere costs time and nothing else. */
const STEPS = [100_000, 200_000] as const

type Kind = {
  readonly model: number
  readonly label: number
  readonly mark: number
  readonly quarter: number
  readonly step: number
  readonly prompt: number
  readonly writes: number
  time: number
}

type OpenRun = Kind & {
  answers: number
  lastTime: number
  shortest: number
  longest: number
  input: number
  output: number
  for5m: number
  for1h: number
  read: number
  searches: number
  atLeast: number
  estimated: number
}

const NO_COUNTS = {
  answers: 0,
  input: 0,
  output: 0,
  for5m: 0,
  for1h: 0,
  read: 0,
  searches: 0,
  atLeast: 0,
  estimated: 0,
} as const

function toKind(rows: Uint32Array, start: number): Kind {
  const counts = start + WORD.counts
  const time = timeOfRow(rows, start)
  // As `countCacheWrites` has it: a total that is larger than its parts, or the parts.
  const told = (rows[counts + COUNT.cacheWrite1h] ?? 0) + (rows[counts + COUNT.cacheWrite5m] ?? 0)
  const writes = Math.max(rows[counts + COUNT.cacheWrite] ?? 0, told)
  const prompt = (rows[counts + COUNT.input] ?? 0) + (rows[counts + COUNT.cacheRead] ?? 0) + writes
  return {
    model: rows[start + WORD.model] ?? 0,
    label: rows[start + WORD.label] ?? 0,
    mark: (rows[start + WORD.marks] ?? 0) & MARK.isSubagent,
    quarter: Math.floor(time / QUARTER_MS),
    step: prompt > STEPS[1] ? 2 : prompt > STEPS[0] ? 1 : 0,
    prompt,
    writes,
    time,
  }
}

function isSame(one: Kind, other: Kind): boolean {
  return (
    one.model === other.model &&
    one.label === other.label &&
    one.mark === other.mark &&
    Object.is(one.quarter, other.quarter) &&
    one.step === other.step
  )
}

type Counted = { readonly rows: Uint32Array; readonly counts: number }

function addRow(run: OpenRun, { time, prompt, writes }: Kind, { rows, counts }: Counted): void {
  const for1h = rows[counts + COUNT.cacheWrite1h] ?? 0
  run.answers += 1
  run.time = Math.min(run.time, time)
  run.lastTime = Math.max(run.lastTime, time)
  run.shortest = Math.min(run.shortest, prompt)
  run.longest = Math.max(run.longest, prompt)
  run.input += rows[counts + COUNT.input] ?? 0
  const output = rows[counts + COUNT.output] ?? 0
  const { atLeast, isEstimated } = judgeOutput(output, rows[counts + COUNT.visible] ?? 0)
  run.output += output
  run.atLeast += atLeast
  if (isEstimated) run.estimated += 1
  run.for5m += writes - for1h
  run.for1h += for1h
  run.read += rows[counts + COUNT.cacheRead] ?? 0
  run.searches += rows[counts + COUNT.webSearches] ?? 0
}

function toRun(run: OpenRun): AnswerRun {
  const { model, label, mark, answers, shortest, longest, input, output, for5m, for1h, read, searches } = run
  const time = Number.isNaN(run.time) ? null : run.time
  const lastTime = Number.isNaN(run.lastTime) ? null : run.lastTime
  const isSubagent = mark === 0 ? 0 : 1
  return [
    model,
    label,
    isSubagent,
    answers,
    time,
    lastTime,
    shortest,
    longest,
    input,
    output,
    for5m,
    for1h,
    read,
    searches,
    run.atLeast,
    run.estimated,
  ]
}
