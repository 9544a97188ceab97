import { isObject } from '@antiphon/contract'

/** A secret that was found, told without telling it. */
export type Redaction = {
  readonly kind: string
  /** When and by whom it was said, for a person who reads English. */
  readonly place: string
  /** Who said it, for whoever says it in another language. */
  readonly speaker: 'prompt' | 'answer' | 'call' | 'output' | 'program'
  /** Which tool was called. */
  readonly tool: string | null
  readonly at: string | null
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

function describePlace(entry: unknown): Omit<Redaction, 'kind' | 'masked'> {
  if (!isObject(entry)) return { place: 'the session', speaker: 'program', tool: null, at: null, uuid: null }
  const at = typeof entry.timestamp === 'string' ? entry.timestamp.slice(0, 16).replace('T', ' ') : null
  const said = readSpeaker(entry)
  const words = said.tool === null ? SPEAKERS[said.speaker] : `${SPEAKERS.call} of ${said.tool}`
  return {
    place: [words, at].filter(Boolean).join(', '),
    ...said,
    at,
    uuid: typeof entry.uuid === 'string' ? entry.uuid : null,
  }
}

const SPEAKERS: Readonly<Record<Redaction['speaker'], string>> = {
  prompt: 'a prompt',
  answer: 'an answer',
  call: 'a call',
  output: 'the output of a tool',
  program: 'a note of the program',
}

function readSpeaker(entry: Readonly<Record<string, unknown>>): Pick<Redaction, 'speaker' | 'tool'> {
  const message: unknown = entry.message
  const content: unknown = isObject(message) ? message.content : undefined
  const blocks = Array.isArray(content) ? content.filter(isObject) : []
  const call = blocks.find(({ type }) => type === 'tool_use')
  if (typeof call?.name === 'string') return { speaker: 'call', tool: call.name.slice(0, 40) }
  if (blocks.some(({ type }) => type === 'tool_result') || 'toolUseResult' in entry)
    return { speaker: 'output', tool: null }
  if (entry.type === 'assistant') return { speaker: 'answer', tool: null }
  return { speaker: entry.type === 'user' ? 'prompt' : 'program', tool: null }
}
