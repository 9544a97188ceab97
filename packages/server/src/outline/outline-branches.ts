import { buildConversation, type Entry, type TranscriptEntry } from '@antiphon/core'
import { isVoice } from '@antiphon/core/log'
import type { OutlineBranch } from '../protocol/outline.ts'
import type { ShortEntry } from './message-tree.ts'

export type OutlineBranches = {
  readonly branches: readonly OutlineBranch[]
  readonly hiddenBranches: number
}

export type OutlineHead = Pick<OutlineBranch, 'text' | 'at'>

export type BranchSource = {
  readonly log: readonly ShortEntry[]
  /** The first words of the entry at a position, and when they were said; undefined where that is forgotten. */
  readonly headAt: (seq: number) => OutlineHead | undefined
}

/** The conversation and all that it left behind, as a tree in a list. */
export function computeBranches({ log, headAt }: BranchSource): OutlineBranches {
  const places = new Map<unknown, number>()
  const weights = new Map<unknown, number>()
  for (const { seq, entry, weight } of log) {
    if (!('uuid' in entry)) continue
    places.set(entry.uuid, seq)
    weights.set(entry.uuid, weight)
  }
  const branches: OutlineBranch[] = []
  let hiddenBranches = 0
  add({ entries: log.map(({ entry }) => entry), parent: null, forkUuid: null, depth: 0 })
  return { branches, hiddenBranches }

  function add({ entries, parent, forkUuid, depth }: Chain): void {
    const { messages, leaf, branches: left } = buildConversation(entries)
    if (!leaf) return
    const index = branches.length
    const first = messages.find(isVoice) ?? messages[0]
    const firstSeq = places.get(messages[0]?.uuid) ?? 0
    const head = headAt(places.get(first?.uuid) ?? firstSeq)
    branches.push({
      leafUuid: leaf.uuid,
      leafSeq: places.get(leaf.uuid) ?? 0,
      parent,
      forkSeq: forkUuid === null ? null : (places.get(forkUuid) ?? null),
      firstSeq,
      messages: messages.reduce((sum, { uuid }) => sum + (weights.get(uuid) ?? 0), 0),
      at: readTime(first) ?? head?.at ?? null,
      text: head?.text ?? '',
    })
    for (const branch of left) {
      // What nobody said is no branch that anybody looks for.
      if (!branch.messages.some(isVoice)) continue
      if (branches.length >= MOST || depth >= DEEPEST) hiddenBranches += 1
      else add({ entries: branch.messages, parent: index, forkUuid: branch.forkUuid, depth: depth + 1 })
    }
  }
}

const MOST = 60
const DEEPEST = 12

type Chain = {
  readonly entries: readonly Entry[]
  readonly parent: number | null
  readonly forkUuid: string | null
  readonly depth: number
}

function readTime(entry: TranscriptEntry | undefined): string | null {
  const time: unknown = entry && 'timestamp' in entry ? entry.timestamp : undefined
  return typeof time === 'string' && time.length < 40 ? time : null
}
