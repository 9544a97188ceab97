import type { Entry } from '@antiphon/core'
import { readText } from './entry-fields.ts'
import { toTitleLine } from './read-prompt.ts'
import type { SessionTitle } from './session-summary.ts'

/** Collects what a few records tell; they may stand anywhere, and most logs have none. */
export interface RecordCollector {
  /** Takes an entry that stands before those taken so far. */
  take(entry: Entry): void
  /** True when somebody named the session: earlier names give way. */
  hasName(): boolean
  /** The best name: the person's, the model's, or a summary of a conversation that ends in this log. */
  title(hasMessage: (uuid: string) => boolean): SessionTitle | undefined
  /** Where the session was moved to. */
  relocatedCwd(): string | undefined
}

/** Keeps the last record of each kind; those of other sessions do not count. */
export function createRecordCollector(isOwnSession: (sessionId: string) => boolean): RecordCollector {
  const last = new Map<unknown, string>()
  const summaries: { readonly text: string; readonly leaf: string }[] = []
  return {
    take(entry) {
      if (!isOwn(entry)) return
      const field = FIELDS.get(entry.type)
      const text = field === undefined ? undefined : readText(entry, field)
      if (text === undefined) return
      const leaf = readText(entry, 'leafUuid')
      if (entry.type !== 'summary') last.set(entry.type, last.get(entry.type) ?? text)
      else if (leaf !== undefined) summaries.push({ text, leaf })
    },
    hasName: () => last.has('custom-title') || last.has('ai-title'),
    title: hasMessage => named('custom-title') ?? named('ai-title') ?? summarized(hasMessage),
    relocatedCwd: () => last.get('relocated'),
  }

  function isOwn(entry: Entry): boolean {
    const sessionId = readText(entry, 'sessionId')
    return sessionId === undefined || isOwnSession(sessionId)
  }

  function named(source: 'custom-title' | 'ai-title'): SessionTitle | undefined {
    const text = last.get(source)
    return text === undefined ? undefined : { text: toTitleLine(text), source }
  }

  /** A summary often names a conversation of another file: one that ends here has its last message here. */
  function summarized(hasMessage: (uuid: string) => boolean): SessionTitle | undefined {
    const own = summaries.find(({ leaf }) => hasMessage(leaf))
    return own && { text: toTitleLine(own.text), source: 'summary' }
  }
}

/** False for a line that does not begin as such a record does, so that a name is found in a large log without parsing it. */
export function mayHoldRecord(line: Buffer): boolean {
  return line[FIRST_LETTER] !== LETTER_P && RECORD.test(line.toString('latin1', 0, HEAD_BYTES))
}

const FIELDS: ReadonlyMap<unknown, string> = new Map([
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
  ['relocated', 'relocatedCwd'],
])

// Every known writer puts the type first; a session id may stand before it.
const HEAD_BYTES = 96
// A message, which most lines are, begins with its `parentUuid`.
const FIRST_LETTER = '{"'.length
const LETTER_P = 0x70
const RECORD = /"type" ?: ?"(?:custom-title|ai-title|summary|relocated)"/
