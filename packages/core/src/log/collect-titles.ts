import type { LocatedRecord } from './identify-entries.ts'
import type { NodeIndex } from './log-node.ts'
import type { RecordEntry } from './record-entry.ts'

/** What the records of a log call its conversation; of each kind the last one. */
export type ConversationTitles = {
  readonly customTitle?: string
  readonly aiTitle?: string
  readonly summary?: string
  readonly agentName?: string
  readonly tag?: string
  readonly lastPrompt?: string
}

/** Collects the names. Records of another session do not count, nor summaries of a conversation that is not here. */
export function collectTitles(source: {
  readonly records: readonly LocatedRecord[]
  readonly byUuid: NodeIndex
  readonly sessionId: string | undefined
}): ConversationTitles {
  const { records, byUuid, sessionId } = source
  const titles: Record<string, string> = {}
  for (const { record } of records) {
    const name = TITLE_FIELDS.get(record.type)
    const fields: Readonly<Record<string, unknown>> = record
    const title = name === undefined ? undefined : fields[name]
    if (name === undefined || typeof title !== 'string' || !isOfSession(record, sessionId)) continue
    if (record.type === 'summary' && !byUuid.has(record.leafUuid)) continue
    titles[name] = title
  }
  return titles
}

const TITLE_FIELDS: ReadonlyMap<string, keyof ConversationTitles> = new Map([
  ['custom-title', 'customTitle'],
  ['ai-title', 'aiTitle'],
  ['summary', 'summary'],
  ['agent-name', 'agentName'],
  ['tag', 'tag'],
  ['last-prompt', 'lastPrompt'],
])

function isOfSession(record: RecordEntry, sessionId: string | undefined): boolean {
  if (!('sessionId' in record) || sessionId === undefined) return true
  return record.sessionId === undefined || record.sessionId === sessionId
}
