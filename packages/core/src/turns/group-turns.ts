import type { PersonItem } from '../ui/person-item.ts'
import type { LogPlace, ViewItem } from '../ui/view-item.ts'
import { measureTurn } from './measure-turn.ts'
import { summarizeWork, type WorkSummary } from './work-summary.ts'

/** What was asked, and everything that was said and done for it. */
export type PersonTurn<Place extends LogPlace = LogPlace> = {
  /** The key of its first item: stays the same while it grows. */
  readonly key: string
  /** Counts what was asked, from 1; undefined for what stands before the first prompt or was no question to the model. */
  readonly number: number | undefined
  /** The prompt and what was sent along with it, or the command; empty where the log begins without one. */
  readonly heading: readonly ViewItem<Place>[]
  readonly parts: readonly TurnPart<Place>[]
  /** How long it took, without the silence of a closed laptop; undefined where the log tells no times. */
  readonly durationMs: number | undefined
}

/** One thing to read (words, or a call that is read for itself), or the work between two of them. */
export type TurnPart<Place extends LogPlace = LogPlace> =
  | { readonly kind: 'item'; readonly key: string; readonly item: ViewItem<Place> }
  | {
      readonly kind: 'work'
      readonly key: string
      /** Calls, and what stands between them: thinking, hooks, notices. */
      readonly items: readonly ViewItem<Place>[]
      readonly summary: WorkSummary
    }

/**
 * What a person reads, by turns: what they asked is a heading, and the calls with no visible text between them are one
 * piece of work. `previous` are the turns of the same log as they were: those that did not change are the same objects.
 */
export function groupTurns<Place extends LogPlace>(
  items: readonly ViewItem<Place>[],
  previous: readonly PersonTurn<Place>[] = [],
): readonly PersonTurn<Place>[] {
  const known = new Map(previous.map(turn => [turn.key, turn]))
  let number = 0
  return splitTurns(items).map(members => {
    const old = known.get(members[0]?.key ?? '')
    const isSame = old !== undefined && isMadeOf(old, members)
    const turn = isSame ? old : toTurn(members)
    const told = isAsked(turn) ? ++number : undefined
    return turn.number === told ? turn : { ...turn, number: told }
  })
}

function splitTurns<Place extends LogPlace>(items: readonly ViewItem<Place>[]): readonly Members<Place>[] {
  const turns: ViewItem<Place>[][] = []
  let last: ViewItem<Place> | undefined
  for (const item of items) {
    const open = turns.at(-1)
    if (open === undefined || (isHeading(item.item) && !isSentAlong(item, last))) turns.push([item])
    else open.push(item)
    last = item
  }
  return turns
}

type Members<Place extends LogPlace> = readonly ViewItem<Place>[]

/** A command that only tells what it printed belongs to the one before it. */
function isHeading(item: PersonItem): boolean {
  if (item.isSidechain) return false
  return item.kind === 'prompt' || (item.kind === 'command' && item.name !== undefined)
}

/** A picture stands in a message of its own, and is no question of its own. */
function isSentAlong<Place extends LogPlace>(
  item: ViewItem<Place>,
  before: ViewItem<Place> | undefined,
): boolean {
  const seq = item.place?.placed.seq
  return (
    item.item.kind === 'prompt' &&
    seq !== undefined &&
    before?.item.kind === 'prompt' &&
    before.place?.placed.seq === seq
  )
}

function toTurn<Place extends LogPlace>(members: Members<Place>): PersonTurn<Place> {
  const [first] = members
  // Behind the first, a prompt is here only because it was sent along.
  const until = members.findIndex(({ item }) => !isHeading(item))
  const heading = members.slice(0, until === -1 ? members.length : until)
  return {
    key: first?.key ?? '',
    number: undefined,
    heading,
    parts: toParts(members.slice(heading.length)),
    durationMs: measureTurn(members.map(({ item }) => item)),
  }
}

function toParts<Place extends LogPlace>(items: Members<Place>): readonly TurnPart<Place>[] {
  const parts: TurnPart<Place>[] = []
  let work: ViewItem<Place>[] = []
  const lastList = items.findLast(({ item }) => item.kind === 'tool' && item.story.name === 'TodoWrite')
  const close = (): void => {
    const [first] = work
    if (first)
      parts.push({ kind: 'work', key: first.key, items: work, summary: summarizeWork(storiesOf(work)) })
    work = []
  }
  for (const item of items) {
    if (isAside(item.item) && item !== lastList && !standsAlone(item.item)) {
      work.push(item)
      continue
    }
    close()
    parts.push({ kind: 'item', key: item.key, item })
  }
  close()
  return parts
}

/** Calls that are read for themselves: what a subagent did, a plan. Of a list of tasks only the last state of a turn is. */
function standsAlone(item: PersonItem): boolean {
  return item.kind === 'tool' && ALONE.has(item.story.name)
}

const ALONE: ReadonlySet<string> = new Set(['Task', 'Agent', 'ExitPlanMode'])

/** What nobody reads to follow the conversation. */
function isAside(item: PersonItem): boolean {
  switch (item.kind) {
    case 'tool':
    case 'thinking':
    case 'meta':
      return true
    case 'answer':
      return item.text.trim() === ''
    case 'notice':
      // Who decided for somebody else, and what happened while one was away, is seen without unfolding anything.
      if (item.author || isRecap(item)) return false
      return item.level === 'info' || item.level === 'suggestion'
    default:
      return false
  }
}

function isRecap({ message }: PersonItem): boolean {
  return message.type === 'system' && message.subtype === 'away_summary'
}

function storiesOf<Place extends LogPlace>(items: Members<Place>) {
  return items.flatMap(({ item }) => (item.kind === 'tool' ? [item.story] : []))
}

/** A command is asked of the model where it answers. */
function isAsked<Place extends LogPlace>({ heading: [first], parts }: PersonTurn<Place>): boolean {
  if (first?.item.kind !== 'command') return first !== undefined
  return parts.some(part =>
    part.kind === 'work'
      ? part.items.some(({ item }) => item.kind === 'tool' || item.kind === 'thinking')
      : part.item.item.kind === 'answer',
  )
}

function isMadeOf<Place extends LogPlace>(turn: PersonTurn<Place>, members: Members<Place>): boolean {
  const items = itemsOf(turn)
  return items.length === members.length && items.every((item, index) => item === members[index])
}

/** Everything of a turn, in the order of the log. */
export function itemsOf<Place extends LogPlace>({
  heading,
  parts,
}: PersonTurn<Place>): readonly ViewItem<Place>[] {
  return [...heading, ...parts.flatMap(part => (part.kind === 'work' ? part.items : [part.item]))]
}
