import { buildConversation, type Entry, type TranscriptEntry } from '@antiphon/core'
import { isVoice } from '@antiphon/core/log'
import type { OutlineBranch } from '../protocol/outline.ts'
import { shortenChains } from './shorten-chains.ts'
import type { Skeleton } from './skeleton.ts'

export type OutlineBranches = {
  readonly branches: readonly OutlineBranch[]
  readonly hiddenBranches: number
}

export type BranchSource = {
  readonly skeletons: readonly Skeleton[]
  /** The first words of the entry at a position. */
  readonly wordsAt: (seq: number) => string
}

/** The conversation and all that it left behind, as a tree in a list. */
export function computeBranches({ skeletons, wordsAt }: BranchSource): OutlineBranches {
  const places = new Map<unknown, number>()
  for (const { seq, entry } of skeletons) if ('uuid' in entry) places.set(entry.uuid, seq)
  const { entries: joints, weights } = shortenChains(skeletons)
  const branches: OutlineBranch[] = []
  let hiddenBranches = 0
  add({ entries: joints, parent: null, forkUuid: null, depth: 0 })
  return { branches, hiddenBranches }

  function add({ entries, parent, forkUuid, depth }: Limb): void {
    const { messages, leaf, branches: left } = buildConversation(entries)
    if (!leaf) return
    const index = branches.length
    const first = messages.find(isVoice) ?? messages[0]
    const firstSeq = places.get(messages[0]?.uuid) ?? 0
    branches.push({
      leafUuid: leaf.uuid,
      leafSeq: places.get(leaf.uuid) ?? 0,
      parent,
      forkSeq: forkUuid === null ? null : (places.get(forkUuid) ?? null),
      firstSeq,
      messages: messages.reduce((sum, { uuid }) => sum + (weights.get(uuid) ?? 0), 0),
      at: readTime(first),
      text: wordsAt(places.get(first?.uuid) ?? firstSeq),
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

type Limb = {
  readonly entries: readonly Entry[]
  readonly parent: number | null
  readonly forkUuid: string | null
  readonly depth: number
}

function readTime(entry: TranscriptEntry | undefined): string | null {
  const time: unknown = entry && 'timestamp' in entry ? entry.timestamp : undefined
  return typeof time === 'string' && time.length < 40 ? time : null
}
