import { parseContext } from '../context/parse-context.ts'
import { itemsOf, type Turn } from '../turns/group-turns.ts'
import type { WorkSummary } from '../turns/work-summary.ts'
import type { PersonItem } from '../ui/person-item.ts'

/** A turn as it is read aloud: what was asked, then texts and the work between them. */
export type ToldTurn = {
  readonly number: number | null
  /** Of its first message. */
  readonly uuid: string
  readonly at: string
  readonly asked: string
  readonly durationMs: number | null
  readonly calls: number
  readonly failed: number
  readonly parts: readonly ToldPart[]
}

export type ToldPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'work'; readonly summary: WorkSummary }
  /** Something that happened: an interruption, a compaction, a warning. */
  | { readonly kind: 'note'; readonly text: string }

/** Tells a turn; what is too long to be read on a line of a comparison is cut. */
export function tellTurn(turn: Turn): ToldTurn {
  const items = itemsOf(turn).map(({ item }) => item)
  const [first] = items
  const calls = items.filter(item => item.kind === 'tool')
  return {
    number: turn.number ?? null,
    uuid: first?.uuid ?? '',
    at: first?.timestamp ?? '',
    asked: cut(turn.heading.map(({ item }) => wordsOf(item)).find(words => words !== '') ?? ''),
    durationMs: turn.durationMs ?? null,
    calls: calls.length,
    failed: calls.filter(({ story }) => story.status === 'failed').length,
    parts: turn.parts.flatMap((part): readonly ToldPart[] => {
      if (part.kind === 'work')
        return part.summary.parts.length === 0 ? [] : [{ kind: 'work', summary: part.summary }]
      const { item } = part.item
      const text = cut(item.text)
      if (text.trim() === '' || item.kind === 'meta') return []
      return [{ kind: item.kind === 'answer' ? 'text' : 'note', text }]
    }),
  }
}

const LONGEST = 20_000

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`
}

function wordsOf(item: PersonItem): string {
  if (item.kind === 'command') return `${item.name ?? ''} ${item.input ?? ''}`.trim()
  return parseContext(item.text).text.trim()
}
