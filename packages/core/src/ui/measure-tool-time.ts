import { isObject } from '@antiphon/contract'
import { readNumber, readString } from '../message/read-field.ts'
import { LONGEST_SILENCE_MS } from './longest-silence.ts'

/** How long a tool itself took. */
export type ToolTime = {
  readonly ms: number
  /** True where waiting for a person, or a machine that slept, may be in it. */
  readonly isAtMost: boolean
}

export type ToolTimeOptions = {
  readonly name: string
  readonly call: unknown
  readonly result: unknown
  /** What the tool told while it ran, in the order of the log. */
  readonly progress: readonly unknown[]
  /** Times of what a subagent did for the call. */
  readonly signs?: readonly string[]
}

/**
 * A tool's own time, without waiting for permission and without sleep: as it was recorded, else as the tool told it,
 * else from the call to its result, which is at most it. What Claude Code does not record is inferred where it can be:
 * a tool that tells how long it runs did not wait before that, and while it reports, a long silence is a machine asleep.
 */
export function measureToolTime(options: ToolTimeOptions): ToolTime | undefined {
  const { name, call, result, progress, signs = [] } = options
  const end = timeOf(result)
  const own = readToolTime(result) ?? readRunning(progress.at(-1), end)
  if (own !== undefined && own <= LONGEST_SILENCE_MS) return { ms: own, isAtMost: false }
  const span = addUp([timeOf(call), ...progress.map(timeOf), ...signs.map(Date.parse), end])
  if (span === undefined) return own === undefined ? undefined : { ms: own, isAtMost: true }
  // What was told is the better bound, but a clock on the wall runs on while the machine sleeps.
  if (own !== undefined) return { ms: Math.min(own, span), isAtMost: true }
  return { ms: span, isAtMost: span > (LONGEST_OWN.get(name) ?? -1) }
}

/** The time that a result tells of its tool: a field of ours, or what the tool itself stored. */
export function readToolTime(result: unknown): number | undefined {
  const told = isObject(result) ? result.toolUseResult : undefined
  const seconds = readNumber(told, 'durationSeconds')
  const ms =
    readNumber(result, 'toolDurationMs') ??
    readNumber(told, 'totalDurationMs') ??
    readNumber(told, 'durationMs') ??
    (seconds === undefined ? undefined : seconds * 1000)
  return ms !== undefined && ms >= 0 ? ms : undefined
}

/** A reader is done by then, or somebody was asked: outside of the folder it is, and a call may wait for others beside it. */
const QUICK_MS = 10_000

/** Up to when the time from a call to its result is the tool's own, for tools that seldom or never ask. */
const LONGEST_OWN: ReadonlyMap<string, number> = new Map([
  ['Glob', QUICK_MS],
  ['Grep', QUICK_MS],
  ['LS', QUICK_MS],
  ['Read', QUICK_MS],
  ['TodoWrite', QUICK_MS],
  ['TodoRead', QUICK_MS],
  ['TaskOutput', LONGEST_SILENCE_MS],
])

/** What a tool told of its time, and what passed since. */
function readRunning(latest: unknown, end: number): number | undefined {
  const told = isObject(latest) ? readNumber(latest.data, 'elapsedTimeSeconds') : undefined
  const since = end - timeOf(latest)
  return told === undefined || !(since >= 0 && since <= LONGEST_SILENCE_MS) ? undefined : told * 1000 + since
}

/** From the first time to the last; silences between signs of life are left out where they are too long. */
function addUp(times: readonly number[]): number | undefined {
  const known = times.filter(time => !Number.isNaN(time))
  const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)]
  if (Number.isNaN(first) || Number.isNaN(last) || last < first) return undefined
  if (known.length === 2) return last - first
  const inside = known.filter(time => time >= first && time <= last).sort((one, other) => one - other)
  return inside.reduce((sum, time, place) => {
    const gap = time - (inside[place - 1] ?? time)
    return sum + (gap > LONGEST_SILENCE_MS ? 0 : gap)
  }, 0)
}

function timeOf(message: unknown): number {
  return Date.parse(readString(message, 'timestamp') ?? '')
}
