import { buildConversation, createPersonView, isHumanTurn, messageText } from '@antiphon/core'
import { groupTurns, itemsOf } from '@antiphon/core/turns'
import type { BranchPlace, Outline, OutlineBranch, PlacedEntry, TurnOutline } from '@antiphon/server/protocol'

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

/** The turns of a log in memory, as the page itself reads them. */
export function turnsOf(log: readonly PlacedEntry[]): TurnOutline {
  const view = createPersonView<PlacedEntry>()
  for (const placed of log) view.append(placed.entry, placed)
  const turns = groupTurns(view.items()).flatMap(turn => {
    const items = itemsOf(turn)
    const seq = items[0]?.place?.placed.seq
    if (turn.number === undefined || seq === undefined) return []
    const said = items.filter(({ item }) => item.kind === 'answer' || item.kind === 'tool')
    return {
      number: turn.number,
      seq,
      last: said.at(-1)?.place?.placed.seq ?? seq,
      at: items[0]?.item.timestamp ?? null,
      text: (turn.heading[0]?.item.text ?? '').slice(0, 160),
      calls: items.filter(({ item }) => item.kind === 'tool').length,
      failed: items.filter(({ item }) => item.kind === 'tool' && item.story.status === 'failed').length,
      added: 0,
      removed: 0,
      durationMs: turn.durationMs ?? null,
    }
  })
  const isBoundary = ({ entry }: PlacedEntry): boolean =>
    'subtype' in entry && entry.subtype === 'compact_boundary'
  const total = { calls: 0, failed: 0, added: 0, removed: 0, durationMs: 0 }
  const compactions = log.filter(isBoundary).map(({ seq }) => seq)
  return { end: log.at(-1)?.next ?? 0, turns, count: turns.length, total, compactions }
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
