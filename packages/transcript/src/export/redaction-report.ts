import { isObject } from '@antiphon/contract'

/** A secret that was found, told without telling it. */
export type Redaction = {
  readonly kind: string
  /** When and by whom it was said, for a person. */
  readonly place: string
  /** The message, where the log names it. */
  readonly uuid: string | null
  /** As much of it as says which one it is. */
  readonly masked: string
}

/** Gathers what a redactor finds, entry by entry. */
export interface RedactionReport {
  /** To be told of the entry that is looked at next. */
  enter(entry: unknown): void
  readonly onSecret: (kind: string, value: string) => void
  list(): readonly Redaction[]
}

/** A report of which nothing is known yet; it keeps the first thousands of places. */
export function createRedactionReport(): RedactionReport {
  const found: Redaction[] = []
  const known = new Set<string>()
  let current: unknown
  return {
    enter(entry) {
      current = entry
    },
    onSecret(kind, value) {
      if (found.length >= MOST) return
      const redaction = { kind, ...describePlace(current), masked: maskSecret(value) }
      // A result is stored twice, for the model and for the person.
      const key = JSON.stringify([redaction.uuid, redaction.place, kind, value])
      if (known.has(key)) return
      known.add(key)
      found.push(redaction)
    },
    list: () => found,
  }
}

const MOST = 5000

/** The beginning of what is long, as of `sk-…`, and never more than an eighth of it. */
export function maskSecret(value: string): string {
  const [shown = ''] = /^[\w-]{0,4}/.exec(value.slice(0, Math.floor(value.length / 8))) ?? []
  return `${shown}••• (${value.length} characters)`
}

function describePlace(entry: unknown): Pick<Redaction, 'place' | 'uuid'> {
  if (!isObject(entry)) return { place: 'the session', uuid: null }
  const time = typeof entry.timestamp === 'string' ? entry.timestamp.slice(0, 16).replace('T', ' ') : ''
  return {
    place: [describeEntry(entry), time].filter(Boolean).join(', '),
    uuid: typeof entry.uuid === 'string' ? entry.uuid : null,
  }
}

function describeEntry(entry: Readonly<Record<string, unknown>>): string {
  const message: unknown = entry.message
  const content: unknown = isObject(message) ? message.content : undefined
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const call = blocks.find(({ type }) => type === 'tool_use')
  if (typeof call?.name === 'string') return `a call of ${call.name.slice(0, 40)}`
  if (blocks.some(({ type }) => type === 'tool_result') || 'toolUseResult' in entry)
    return 'the output of a tool'
  if (entry.type === 'assistant') return 'an answer'
  return entry.type === 'user' ? 'a prompt' : 'a note of the program'
}
