import { messageText, type PersonItem } from '@antiphon/core'
import { groupTurns, itemsOf, type Turn } from '@antiphon/core/turns'
import { leafStrings } from '@antiphon/core/ui'
import type { FoundHit, PlacedEntry } from '@antiphon/server/protocol'
import type { Client } from '../client/client.ts'
import { computeStory, type Story } from '../story/compute-story.ts'

/** The turn around a hit, and what of it holds the words. */
export type PreviewTurn = {
  readonly turn: Turn<PlacedEntry> | undefined
  /** The key of the item that was found. */
  readonly foundKey: string | undefined
  /** The text that was found in a call, where it is one. */
  readonly foundText: string | undefined
}

export type PreviewQuestion = {
  readonly client: Client
  readonly hit: FoundHit
  readonly signal: AbortSignal
}

/** Reads what stands around a hit: a stretch of the log before it and one from it on. */
export async function readPreviewTurn({ client, hit, signal }: PreviewQuestion): Promise<PreviewTurn> {
  const { log: session, seq } = hit
  const [before, behind] = await Promise.all([
    seq > 0 ? client.get('page', { session, before: seq }, signal) : undefined,
    client.get('page', { session, after: seq }, signal),
  ])
  const older = before?.entries.filter(placed => placed.seq < seq) ?? []
  return findPreviewTurn([...older, ...behind.entries], hit)
}

/** The turn of some entries in which a hit stands. */
export function findPreviewTurn(entries: readonly PlacedEntry[], hit: FoundHit): PreviewTurn {
  const story = computeStory(entries)
  for (const turn of groupTurns(story.items)) {
    const found = itemsOf(turn).find(
      ({ item, place }) => place?.placed.seq === hit.seq || holds(item, hit, story),
    )
    if (found) return { turn, foundKey: found.key, foundText: readFoundText(found.item, hit) }
  }
  return { turn: undefined, foundKey: undefined, foundText: undefined }
}

/** True where the result of a call, or something that was done for it, stands at the hit's place. */
function holds(item: PersonItem, hit: FoundHit, story: Story): boolean {
  if (item.kind !== 'tool') return false
  const { result, children } = item.story
  const at = result && story.places.get(result.uuid)?.placed.seq
  return at === hit.seq || children.some(child => holds(child, hit, story) || isAt(child, hit, story))
}

function isAt(item: PersonItem, hit: FoundHit, story: Story): boolean {
  return story.places.get(item.uuid)?.placed.seq === hit.seq
}

function readFoundText(item: PersonItem, { kind }: FoundHit): string | undefined {
  if (item.kind !== 'tool') return item.kind === 'thinking' ? item.text : undefined
  return kind === 'output' ? messageText(item.story.result) : leafStrings(item.story.input).join('\n')
}

/** The lines of a text around the first of some words; nothing where it holds none of them. */
export function cutExcerpt(text: string, words: readonly string[]): string | undefined {
  const folded = text.toLowerCase()
  const places = words.map(word => folded.indexOf(word)).filter(at => at !== -1)
  if (places.length === 0) return undefined
  const lines = text.split('\n')
  const at = text.slice(0, Math.min(...places)).split('\n').length - 1
  const from = Math.max(0, at - LINES)
  return lines
    .slice(from, at + LINES + 1)
    .map(line => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line))
    .join('\n')
}

const LINES = 8
const LONGEST_LINE = 2000
