import type { Entry } from '@antiphon/core'
import { readLinks } from '@antiphon/core/log'
import type { OutlineTurn, TurnOutline } from '../protocol/turn-outline.ts'
import { countStoredLines, readTurnLines, type TurnLine } from './read-turn-line.ts'

/** Every turn of a log, whether the conversation kept it or left it behind. */
export interface TurnCount {
  /** `readDetails` gives what the tool itself stored of its result; it is asked only where files were written. */
  take(entry: Entry, seq: number, readDetails?: () => unknown): void
  /** The turns whose prompt `isKept`, numbered in their order. */
  read(isKept: (seq: number) => boolean): readonly OutlineTurn[]
  readonly compactions: readonly number[]
}

/** Counts the turns of a log that grows, entry by entry. */
export function createTurnCount(): TurnCount {
  const turns: Counted[] = []
  const compactions: number[] = []
  let open: Counted | undefined
  /** A command is a turn from its first answer on. */
  let isAsked = false
  /** Calls that write a file and have no result yet. */
  let edits = new Set<string>()
  /** How many calls each answer of the open turn makes, by its name. */
  let answers = new Map<unknown, number>()

  /** What is taken back is not told: of answers their calls, and a turn without its prompt is none. */
  function takeBack(uuid: string): void {
    const at = turns.findLastIndex(turn => turn.uuid === uuid)
    if (at !== -1) turns.splice(at, 1)
    if (open) open.calls -= answers.get(uuid) ?? 0
    answers.delete(uuid)
  }

  function begin(line: Extract<TurnLine, { readonly text: string }>, seq: number, entry: Entry): void {
    const at = readTime(entry)
    open = {
      uuid: readName(entry),
      seq,
      last: seq,
      at,
      text: line.text,
      calls: 0,
      failed: 0,
      added: 0,
      removed: 0,
    }
    isAsked = line.kind === 'prompt'
    edits = new Set()
    answers = new Map()
    if (isAsked) turns.push(open)
  }

  function add(line: TurnLine, { entry, seq, readDetails }: Taken): void {
    if (!open) return
    if (line.kind === 'answer') {
      if (!isAsked) turns.push(open)
      isAsked = true
      open.calls += line.calls
      if (line.calls > 0) answers.set(readName(entry), line.calls)
      for (const id of line.edits) edits.add(id)
    }
    if (line.kind === 'result') {
      open.failed += Number(line.status === 'failed')
      if (edits.delete(line.id) && line.status === 'done') {
        const { added, removed } = countStoredLines(readDetails?.())
        open.added += added
        open.removed += removed
      }
    }
    if (line.kind === 'duration') open.told = line.ms
    else if (line.kind !== 'compaction') open.last = seq
  }

  return {
    compactions,
    take(entry, seq, readDetails) {
      const at = readTime(entry)
      readLinks(entry).retracted.forEach(takeBack)
      for (const line of readTurnLines(entry)) {
        if (line.kind === 'compaction') compactions.push(seq)
        if (line.kind === 'prompt' || line.kind === 'command') begin(line, seq, entry)
        else add(line, { entry, seq, readDetails })
        if (open) passTime(open, at)
      }
    },
    read: isKept =>
      turns
        .filter(({ seq }) => isKept(seq))
        .map(({ uuid: _name, time: _time, spent, told, ...turn }, index) => ({
          number: index + 1,
          ...turn,
          durationMs: told ?? spent ?? null,
        })),
  }
}

type Taken = {
  readonly entry: Entry
  readonly seq: number
  readonly readDetails: (() => unknown) | undefined
}

/** So many turns that a page can hold them, with what is said of all. */
export function boundTurns(
  turns: readonly OutlineTurn[],
  compactions: readonly number[],
  around: number,
): Omit<TurnOutline, 'end'> {
  const at = turns.findLastIndex(({ seq }) => seq <= around)
  const from = Math.max(0, Math.min(at - MOST_TURNS / 2, turns.length - MOST_TURNS))
  const shown = turns.slice(from, from + MOST_TURNS)
  const first = from === 0 ? 0 : (shown[0]?.seq ?? 0)
  const until = turns[from + MOST_TURNS]?.seq ?? Number.POSITIVE_INFINITY
  const last = compactions.at(-1)
  const among = compactions.filter(seq => seq >= first && seq < until && seq !== last)
  return {
    turns: shown,
    count: turns.length,
    total: sumUp(turns),
    compactions: last === undefined ? among : [...among, last],
  }
}

const MOST_TURNS = 200

function sumUp(turns: readonly OutlineTurn[]): TurnOutline['total'] {
  const total = { calls: 0, failed: 0, added: 0, removed: 0, durationMs: 0 }
  for (const { calls, failed, added, removed, durationMs } of turns) {
    total.calls += calls
    total.failed += failed
    total.added += added
    total.removed += removed
    total.durationMs += durationMs ?? 0
  }
  return total
}

type Counted = {
  -readonly [Name in Exclude<keyof OutlineTurn, 'number' | 'durationMs'>]: OutlineTurn[Name]
} & {
  /** Of the entry that began it. */
  readonly uuid: unknown
  /** When its last entry was written. */
  time?: number
  spent?: number
  /** As the program itself counted it. */
  told?: number
}

/** A silence as long as this is a person or a machine that was away. */
const PAUSE_MS = 30 * 60 * 1000

function passTime(turn: Counted, at: string | null): void {
  const time = Date.parse(at ?? '')
  if (Number.isNaN(time)) return
  if (turn.time !== undefined) {
    const gap = time - turn.time
    turn.spent = (turn.spent ?? 0) + (gap > 0 && gap <= PAUSE_MS ? gap : 0)
  }
  turn.time = Math.max(turn.time ?? time, time)
}

function readTime(entry: Entry): string | null {
  const { timestamp } = entry as Readonly<Record<string, unknown>> // any object may stand in a log
  return typeof timestamp === 'string' && timestamp.length < 40 ? timestamp : null
}

function readName(entry: Entry): unknown {
  return (entry as Readonly<Record<string, unknown>>).uuid // see above
}
