import { formatSessionKey, type LogDefect } from '@antiphon/transcript'
import { listHeads } from '../log/list-heads.ts'
import { endOf, type LogMessage, sizeOf } from '../log/log-mark.ts'
import { type LogSegment, listSegments, readFrames } from '../log/read-lines.ts'
import type { StoreStreams } from '../log/read-state.ts'
import { toKey, toLogFilter } from '../stream/stream-names.ts'

/** Compares the head of every log with its lines; tells how many were looked at. */
export async function* checkLogs(
  streams: StoreStreams,
  onChecked: (logs: number) => void = () => undefined,
): AsyncGenerator<LogDefect, void, undefined> {
  let checked = 0
  for await (const state of listHeads(streams, toLogFilter(streams.names, {}))) {
    const key = toKey(state.subject)
    const problem = endOf(state.head) > 0 ? await findProblem(streams, state) : null
    // What was written to or deleted meanwhile may have been read in the middle: nobody holds it still.
    if (problem && !(await isAsItWas(streams, state))) continue
    if (problem) yield { key, problem: `${formatSessionKey(key)}: ${problem}` }
    onChecked(++checked)
  }
}

async function isAsItWas({ broker, names }: StoreStreams, { subject, place }: LogMessage): Promise<boolean> {
  return (await broker.last(names.logs, subject))?.place === place
}

async function findProblem(streams: StoreStreams, state: LogMessage): Promise<string | null> {
  const segments = await listSegments(streams, toKey(state.subject), state)
  let [lines, bytes] = [0, 0]
  if (segments[0]?.from !== 0) return 'has lost what was copied into it.'
  for (const segment of segments) {
    const found = await countLines(streams, segment, lines)
    if (typeof found === 'string') return found
    lines = found.lines
    bytes += found.bytes
  }
  const { head } = state
  if (lines !== endOf(head)) return `has ${lines} entries, and its head says ${endOf(head)}.`
  return bytes === sizeOf(head) ? null : `has ${bytes} bytes, and its head says ${sizeOf(head)}.`
}

type Counted = { readonly lines: number; readonly bytes: number }

async function countLines(
  streams: StoreStreams,
  { subject, last }: LogSegment,
  before: number,
): Promise<Counted | string> {
  let [lines, bytes] = [before, 0]
  for await (const { message, lines: found } of readFrames(streams, subject, {
    start: 1,
    until: last.place,
  })) {
    const { seq, count } = message.head
    if (seq !== lines) return `has a gap: behind ${lines} entries stands the one with number ${seq}.`
    if (found.length !== count) return `has a message of ${count} entries that holds ${found.length}.`
    lines += count
    bytes += found.reduce((sum, line) => sum + line.length, 0)
  }
  return { lines, bytes }
}
