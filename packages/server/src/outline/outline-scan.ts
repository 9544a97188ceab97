import type { Entry } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import { NODE_BYTE_TEXT } from '@antiphon/search'
import type { BranchPlace, Outline, OutlineMark } from '../protocol/outline.ts'
import { computeBranches, type OutlineBranches } from './outline-branches.ts'
import { createOutlineChain } from './outline-chain.ts'
import { createStretches } from './outline-stretches.ts'
import { headWords, readOutlineLine } from './read-outline-line.ts'
import { toSkeleton } from './skeleton.ts'

const KINDS = 4

const MOST = 200

/** A log as far as it was read. */
export interface OutlineScan {
  /** Reads whole lines, which stand at `offset`. */
  take(bytes: Uint8Array, offset: number): void
  /** Takes what stands in for a line that is too long to be read. */
  takeEntry(entry: Entry, seq: number): void
  outline(end: number): Outline
  /** The last message before a position on the way to a leaf. */
  placeOnBranch(leafUuid: string, before: number): BranchPlace
}

/** `recent` messages are held whole, all others in a few bytes. */
export function createOutlineScan(recent?: number): OutlineScan {
  const stretches = createStretches()
  const chain = createOutlineChain(recent)
  let words = new Map<number, string>()
  let marks: OutlineMark[] = []
  let messages = 0
  let known: (OutlineBranches & { readonly messages: number }) | undefined

  function branches(): OutlineBranches {
    if (known?.messages !== messages)
      known = {
        ...computeBranches({ skeletons: chain.skeletons(), wordsAt: seq => words.get(seq) ?? '' }),
        messages,
      }
    return known
  }

  function takeEntry(entry: Entry, seq: number): void {
    const { isMessage, kind, mark, at } = readOutlineLine(entry)
    const skeleton = toSkeleton(entry, seq)
    if (skeleton) chain.add(skeleton)
    if (!isMessage) return
    messages += 1
    stretches.count({ seq, at, kind })
    if (mark) marks.push({ ...mark, seq, at, count: 1 })
    if (marks.length > MOST_MARKS) marks = [...thinMarks(marks, seq)]
    words.set(seq, mark?.text ?? headWords(entry))
    if (words.size > MOST_WORDS) words = new Map([...words].slice(-MOST_WORDS / 2))
  }

  return {
    take(bytes, start) {
      for (const { entry, offset } of scanEntries(bytes, NODE_BYTE_TEXT)) takeEntry(entry, start + offset)
    },
    takeEntry,
    outline(end) {
      const { branches: tree, hiddenBranches } = branches()
      return {
        end,
        messages,
        stretches: stretches.read(end),
        marks: thinMarks(marks, end),
        branches: tree,
        hiddenBranches,
      }
    },
    placeOnBranch: chain.placeOnBranch,
  }
}

// Beyond it those that stand close together are put together.
const MOST_MARKS = 4000
const MOST_WORDS = 4000

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
