import type { PersonItem } from '@antiphon/core'
import type { OutlineTurn, TurnOutline } from '@antiphon/server/protocol'
import type { StoryItem } from '../story/compute-story.ts'
import type { Folds } from '../story/folds.ts'
import { isOpenCall, type OpenCalls } from '../story/open-calls.ts'
import {
  groupKeyOf,
  type RowWork,
  type ShutTurn,
  type StoryRow,
  type StoryTurn,
  turnKeyOf,
} from '../story/story-row.ts'
import { isCompaction, readContextTokens } from './compaction-item.ts'

export type RowsOptions = {
  readonly turns: readonly StoryTurn[]
  /** Undefined until the whole log was looked through. */
  readonly outline: TurnOutline | undefined
  readonly folds: Pick<Folds, 'get' | 'isRevealed'>
  /** The stretch that is loaded, and how long the log is. */
  readonly from: number
  readonly to: number
  readonly end: number
  readonly includeMeta: boolean
  /** Which calls stand open until the reader chose. */
  readonly openCalls: OpenCalls
  /** Whether the last turn still goes on. */
  readonly isRunning: boolean
}

export type Rows = {
  readonly list: readonly StoryRow[]
  /** Whether there is more to be read before and behind what is loaded, rather than turns in one line each. */
  readonly goesOnBefore: boolean
  readonly goesOnBehind: boolean
}

/** The lines of a session: turns that are open as far as they are loaded, the others in one line each. */
export function computeRows(options: RowsOptions): Rows {
  const { outline, from, to, end } = options
  const lastCut = findLastCut(options)
  const isShut = (seq: number, last: number): boolean =>
    !(options.folds.get(turnKeyOf(seq)) ?? last >= lastCut)
  const before = from > 0 ? outline?.turns.findLast(({ seq }) => seq < from) : undefined
  const behind = to < end ? outline?.turns.findLast(({ seq }) => seq < to) : undefined
  const isCutBefore = before !== undefined && isShut(before.seq, before.last)
  const isCutBehind = behind !== undefined && isShut(behind.seq, behind.last)
  const list = [
    ...(isCutBefore ? shutBefore(options) : []),
    ...numberTurns(options).flatMap(({ turn, number, known }, index, all) => {
      // What is loaded of a turn in one line that begins further up.
      if (index === 0 && number === undefined && isCutBefore) return cutsOf(turn, all[1]?.turn)
      const seq = seqOf(turn)
      if (number !== undefined && seq !== undefined && isShut(seq, known?.last ?? lastOf(turn)))
        return [shutRow(toShutTurn(turn, number, known)), ...cutsOf(turn, all[index + 1]?.turn)]
      const isLast = index === all.length - 1
      return openRows({ turn, number, known, next: all[index + 1]?.turn, isLast, options })
    }),
    ...(isCutBehind ? shutBehind(options, isShut) : []),
  ]
  // Where a turn that is open is not far, what stands before it is read on the way to it.
  const last = list.at(-1)
  const isNearOpen = last?.kind === 'gap' && (last.seq ?? 0) - to <= NEAR_BYTES
  return {
    list,
    goesOnBefore: from > 0 && !isCutBefore,
    goesOnBehind: to < end && (!isCutBehind || isNearOpen),
  }
}

const NEAR_BYTES = 4_000_000

/** Where the context was compacted last; before everything where it never was. */
function findLastCut({ turns, outline }: RowsOptions): number {
  const cuts = turns.flatMap(turn =>
    turn.parts.flatMap(part =>
      part.kind === 'item' && isCompaction(part.item.item) ? (part.item.place?.placed.seq ?? []) : [],
    ),
  )
  return Math.max(-1, outline?.compactions.at(-1) ?? -1, ...cuts)
}

type NumberedTurn = {
  readonly turn: StoryTurn
  readonly number: number | undefined
  readonly known: OutlineTurn | undefined
}

/** Turns with the numbers that they have in the whole session; until those are known, none where the beginning is not loaded. */
function numberTurns({ turns, outline, from }: RowsOptions): readonly NumberedTurn[] {
  const known = new Map(outline?.turns.map(turn => [turn.seq, turn]))
  let number = from > 0 ? outline && numberBefore(outline, from) : 0
  return turns.map(turn => {
    if (turn.number === undefined) return { turn, number: undefined, known: undefined }
    const told = known.get(seqOf(turn) ?? -1)
    number = told?.number ?? (number === undefined ? undefined : number + 1)
    return { turn, number, known: told }
  })
}

/** How many turns begin before a position; unknown where the turns that are told are those around another. */
function numberBefore({ turns, count }: TurnOutline, from: number): number | undefined {
  const before = turns.findLast(({ seq }) => seq < from)
  if (!before) return (turns[0]?.number ?? 1) === 1 ? 0 : undefined
  return before !== turns.at(-1) || before.number >= count ? before.number : undefined
}

function seqOf({ heading }: StoryTurn): number | undefined {
  return heading[0]?.place?.placed.seq
}

/** Where the last that was said or done in a turn stands; behind everything while the log does not have it. */
function lastOf(turn: StoryTurn): number {
  const said = turn.parts.flatMap(part => (part.kind === 'work' ? part.items : [part.item]))
  const last = said.findLast(({ item }) => item.kind === 'answer' || item.kind === 'tool')
  if (!last) return seqOf(turn) ?? Number.POSITIVE_INFINITY
  return last.place?.placed.seq ?? Number.POSITIVE_INFINITY
}

function shutRow(turn: ShutTurn): StoryRow {
  return { kind: 'shut', key: turn.key, seq: turn.seq, at: '', turnKey: turn.key, turn }
}

function toShutTurn(turn: StoryTurn, number: number, known: OutlineTurn | undefined): ShutTurn {
  const seq = seqOf(turn) ?? 0
  const parts = turn.parts.flatMap(part => (part.kind === 'work' ? part.summary.parts : []))
  const sum = (side: 'added' | 'removed'): number => parts.reduce((all, part) => all + (part[side] ?? 0), 0)
  const failed = turn.parts.reduce((all, part) => all + (part.kind === 'work' ? part.summary.failed : 0), 0)
  return {
    key: turnKeyOf(seq),
    number,
    seq,
    text: known?.text ?? turn.heading[0]?.item.text ?? '',
    added: known?.added ?? sum('added'),
    removed: known?.removed ?? sum('removed'),
    failed: known?.failed ?? failed,
    durationMs: durationOf(turn, known),
    isLoaded: true,
  }
}

/** How long a turn took: as the whole log has it, else by what is loaded. */
function durationOf(turn: StoryTurn, known: OutlineTurn | undefined): number | null {
  return known?.durationMs ?? turn.durationMs ?? null
}

function unloaded({ number, seq, text, added, removed, failed, durationMs }: OutlineTurn): StoryRow {
  const key = turnKeyOf(seq)
  return shutRow({ key, number, seq, text, added, removed, failed, durationMs, isLoaded: false })
}

/** Turns and cuts that stand before what is loaded. */
function shutBefore({ outline, from }: RowsOptions): readonly StoryRow[] {
  if (!outline) return []
  return inOrder(
    outline.turns.filter(({ seq }) => seq < from).map(unloaded),
    outline.compactions.filter(seq => seq < from),
  )
}

/** Turns in one line that stand behind what is loaded, and the way to those that are open. */
function shutBehind(
  { outline, to }: RowsOptions,
  isShut: (seq: number, last: number) => boolean,
): readonly StoryRow[] {
  if (!outline) return []
  const later = outline.turns.filter(({ seq }) => seq >= to)
  const open = later.find(({ seq, last }) => !isShut(seq, last))
  const until = open?.seq ?? Number.POSITIVE_INFINITY
  const rows = inOrder(
    later.filter(({ seq }) => seq < until).map(unloaded),
    outline.compactions.filter(seq => seq >= to && seq < until),
  )
  if (!open) return rows
  const { number, seq } = open
  return [...rows, { kind: 'gap', key: `gap ${seq}`, seq, at: '', turnKey: undefined, number }]
}

function inOrder(turns: readonly StoryRow[], cuts: readonly number[]): readonly StoryRow[] {
  const lines = cuts.map(
    (seq): StoryRow => ({
      kind: 'cut',
      key: `${seq}.0`,
      seq,
      at: '',
      turnKey: undefined,
      storyItem: undefined,
      summaries: [],
      tokensAfter: undefined,
    }),
  )
  return [...turns, ...lines].toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0))
}

/** What is said of a compaction even where its turn is in one line. */
function cutsOf(turn: StoryTurn, next: StoryTurn | undefined): readonly StoryRow[] {
  return turn.parts.flatMap((part, index) =>
    part.kind === 'item' && isCompaction(part.item.item) ? [cutRow(turn, index, next)] : [],
  )
}

function cutRow(turn: StoryTurn, index: number, next: StoryTurn | undefined): StoryRow {
  const part = turn.parts[index]
  const storyItem = part?.kind === 'item' ? part.item : undefined
  const later = [...turn.parts.slice(index + 1), ...(next?.parts ?? [])]
  const summaries = turn.parts
    .slice(index + 1)
    .flatMap(one => (one.kind === 'item' && one.item.item.kind === 'summary' ? [one.item] : []))
  return {
    kind: 'cut',
    key: storyItem?.key ?? '',
    ...placeOf(storyItem),
    turnKey: undefined,
    storyItem,
    summaries,
    tokensAfter: later
      .flatMap(one => (one.kind === 'work' ? one.items : [one.item]))
      .flatMap(({ item }) => readContextTokens(item) ?? [])[0],
  }
}

function placeOf(storyItem: StoryItem | undefined): Pick<StoryRow, 'seq' | 'at'> {
  return { seq: storyItem?.place?.placed.seq, at: storyItem?.item.timestamp ?? '' }
}

type OpenTurn = {
  readonly turn: StoryTurn
  readonly number: number | undefined
  readonly known: OutlineTurn | undefined
  readonly next: StoryTurn | undefined
  readonly isLast: boolean
  readonly options: RowsOptions
}

function openRows({ turn, number, known, next, isLast, options }: OpenTurn): readonly StoryRow[] {
  const [first] = turn.heading
  const turnKey = first && turnKeyOf(first.place?.placed.seq ?? -1)
  const rows: StoryRow[] = first
    ? [{ kind: 'heading', key: first.key, ...placeOf(first), turnKey, items: turn.heading, number }]
    : []
  turn.parts.forEach((part, index) => {
    if (part.kind === 'work') rows.push(...workRows(part, turnKey, options))
    else if (isCompaction(part.item.item)) rows.push(cutRow(turn, index, next))
    // What a compaction left is read with its line.
    else if (part.item.item.kind !== 'summary' || !followsCut(turn, index))
      rows.push({ kind: 'item', key: part.key, ...placeOf(part.item), turnKey, storyItem: part.item })
  })
  const goesOn = isLast && (options.isRunning || options.to < options.end)
  if (number !== undefined && turn.parts.length > 0 && !goesOn) {
    const last = rows.at(-1)
    const place = { key: `foot ${turn.key}`, seq: last?.seq, at: last?.at ?? '', turnKey }
    rows.push({ kind: 'foot', ...place, turn, number, durationMs: durationOf(turn, known) })
  }
  return rows
}

function followsCut({ parts }: StoryTurn, index: number): boolean {
  return parts.slice(0, index).some(part => part.kind === 'item' && isCompaction(part.item.item))
}

function workRows(
  part: RowWork,
  turnKey: string | undefined,
  { folds, includeMeta, openCalls }: RowsOptions,
): readonly StoryRow[] {
  const shown = part.items.filter(({ key, item }) => includeMeta || hasWords(item) || folds.isRevealed(key))
  const toStep = (storyItem: StoryItem, isInside: boolean): StoryRow => ({
    kind: 'step',
    key: storyItem.key,
    ...placeOf(storyItem),
    turnKey,
    storyItem,
    isInside,
  })
  const calls = part.items.filter(({ item }) => item.kind === 'tool')
  if (calls.length < 2) return shown.map(storyItem => toStep(storyItem, false))
  const isOpen = folds.get(groupKeyOf(part)) ?? openCalls === 'all'
  const inside = isOpen
    ? shown
    : shown.filter(({ key, item }) => isSalient(item, openCalls) || folds.isRevealed(key))
  const [first] = part.items
  return [
    { kind: 'group', key: groupKeyOf(part), ...placeOf(first), turnKey, part, isOpen },
    ...inside.map(storyItem => toStep(storyItem, true)),
  ]
}

/** What is worth a line beside calls: what the program noted for itself is not. */
function hasWords(item: PersonItem): boolean {
  return item.kind === 'tool' || (item.kind === 'thinking' && item.text.trim() !== '')
}

/** What stands below its group before anybody opened that. */
function isSalient(item: PersonItem, openCalls: OpenCalls): boolean {
  return item.kind === 'tool' && isOpenCall(item.story, openCalls)
}
