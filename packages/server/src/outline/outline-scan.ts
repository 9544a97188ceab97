import { isObject } from '@antiphon/contract'
import type { Entry } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import type { BranchPlace, Outline, OutlineMark } from '../protocol/outline.ts'
import type { TurnOutline } from '../protocol/turn-outline.ts'
import { createMessageTree } from './message-tree.ts'
import { computeBranches, type OutlineBranches, type OutlineHead } from './outline-branches.ts'
import { createStretches } from './outline-stretches.ts'
import { boundTurns, createTurnCount } from './outline-turns.ts'
import { headWords, readOutlineLine } from './read-outline-line.ts'

const KINDS = 4

const MOST = 200

/** A log as far as it was read. */
export interface OutlineScan {
  /** Reads whole lines, which stand at `offset`. */
  take(bytes: Uint8Array, offset: number): void
  /** Takes what stands in for a line that is too long to be read. */
  takeEntry(entry: Entry, seq: number): void
  outline(end: number): Outline
  /** The turns, of very many those around a position. */
  turns(end: number, around?: number): TurnOutline
  /** The last message before a position on the way to a leaf. */
  placeOnBranch(leafUuid: string, before: number): BranchPlace
}

export function createOutlineScan(): OutlineScan {
  const stretches = createStretches()
  const tree = createMessageTree()
  const turns = createTurnCount()
  let heads = new Map<number, OutlineHead>()
  let marks: OutlineMark[] = []
  let messages = 0
  let known: (OutlineBranches & { readonly messages: number }) | undefined

  function branches(): OutlineBranches {
    if (known?.messages !== messages)
      known = {
        ...computeBranches({ log: tree.shorten(), headAt: seq => heads.get(seq) }),
        messages,
      }
    return known
  }

  /** The positions of messages that the conversation left behind. */
  function findLeft(): ReadonlySet<number> {
    const left = new Set<number>()
    for (const { parent, leafUuid, firstSeq } of branches().branches)
      if (parent !== null) tree.walkBranch(leafUuid, firstSeq, seq => left.add(seq))
    return left
  }

  function takeEntry(entry: Entry, seq: number, readDetails?: () => unknown): void {
    const { isMessage, kind, mark, at } = readOutlineLine(entry)
    // What is written twice is read once.
    if (tree.add(entry, seq)) turns.take(entry, seq, readDetails)
    if (!isMessage) return
    messages += 1
    stretches.count({ seq, at, kind })
    if (mark) marks.push({ ...mark, seq, at, count: 1 })
    if (marks.length > MOST_MARKS) marks = [...thinMarks(marks, seq)]
    heads.set(seq, { text: mark?.text ?? headWords(entry), at })
    if (heads.size > MOST_HEADS) heads = new Map([...heads].toSpliced(FIRST_HEADS, MOST_HEADS / 2))
  }

  return {
    take(bytes, start) {
      for (const { entry, offset, length } of scanEntries(bytes, NODE_BYTE_TEXT))
        takeEntry(entry, start + offset, () => readStored(bytes.subarray(offset, offset + length)))
    },
    takeEntry,
    outline(end) {
      return {
        end,
        messages,
        stretches: stretches.read(end),
        marks: thinMarks(marks, end),
        ...branches(),
      }
    },
    turns(end, around = end) {
      const left = findLeft()
      return {
        end,
        ...boundTurns(
          turns.read(seq => !left.has(seq)),
          turns.compactions,
          around,
        ),
      }
    },
    placeOnBranch: tree.placeOnBranch,
  }
}

/** What a scan leaves out of a line, since it is large and most results need it not. */
function readStored(line: Uint8Array): unknown {
  try {
    const stored: unknown = JSON.parse(Buffer.from(line).toString())
    return isObject(stored) ? stored.toolUseResult : undefined
  } catch {
    return undefined
  }
}

// Beyond it those that stand close together are put together.
const MOST_MARKS = 4000
const MOST_HEADS = 4000
const FIRST_HEADS = 100

/** So few marks that they can be told apart: those of a kind that stand close together become the first of them. */
function thinMarks(marks: readonly OutlineMark[], end: number): readonly OutlineMark[] {
  if (marks.length <= MOST) return marks
  const slots = new Map<string, OutlineMark>()
  const width = Math.max(1, end / (MOST / KINDS))
  for (const mark of marks) {
    const name = `${mark.kind} ${Math.floor(mark.seq / width)}`
    const known = slots.get(name)
    slots.set(name, known ? { ...known, count: known.count + mark.count } : mark)
  }
  return [...slots.values()]
}
