import { buildConversation, isHumanTurn, messageText } from '@antiphon/core'
import type { BranchPlace, Outline, OutlineBranch, PlacedEntry } from '@antiphon/server/protocol'

/** The outline of a log in memory: as the server's, for the few entries of a test. */
export function outlineOf(log: readonly PlacedEntry[]): Outline {
  const end = log.at(-1)?.next ?? 0
  const prompts = log.filter(({ entry }) => isHumanTurn(entry))
  return {
    end,
    messages: log.length,
    stretches: {
      width: Math.max(1, end),
      list: [{ seq: 0, at: null, prompts: prompts.length, answers: 0, calls: 0, errors: 0 }],
    },
    marks: prompts.map(({ seq, entry }) => ({
      kind: 'prompt',
      seq,
      at: null,
      text: messageText(entry).slice(0, 60),
      count: 1,
    })),
    branches: branchesOf(log),
    hiddenBranches: 0,
  }
}

/** The last entry before a position on the way to a leaf. */
export function placeOnBranch(
  log: readonly PlacedEntry[],
  { leafUuid, before }: { readonly leafUuid: string; readonly before: number },
): BranchPlace {
  const { messages } = buildConversation(
    log.map(({ entry }) => entry),
    { leafUuid },
  )
  const on = new Set<unknown>(messages.map(({ uuid }) => uuid))
  const last = log.findLast(({ seq, entry }) => seq < before && 'uuid' in entry && on.has(entry.uuid))
  const uuid = last && 'uuid' in last.entry && typeof last.entry.uuid === 'string' ? last.entry.uuid : null
  return { uuid, seq: last?.seq ?? null }
}

function branchesOf(log: readonly PlacedEntry[]): OutlineBranch[] {
  const { leaf, messages, branches } = buildConversation(log.map(({ entry }) => entry))
  if (!leaf) return []
  const seqOf = (uuid: unknown): number =>
    log.find(({ entry }) => 'uuid' in entry && entry.uuid === uuid)?.seq ?? 0
  const all = [{ leafUuid: leaf.uuid, forkUuid: null, messages }, ...branches]
  return all.map(({ leafUuid, forkUuid, messages: said }, index) => ({
    leafUuid,
    leafSeq: seqOf(leafUuid),
    parent: index === 0 ? null : 0,
    forkSeq: forkUuid === null ? null : seqOf(forkUuid),
    firstSeq: seqOf(said[0]?.uuid),
    messages: said.length,
    at: null,
    text: messageText(said[0]).slice(0, 60),
  }))
}
