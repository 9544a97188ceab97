import type { Entry } from '@antiphon/core'
import { readReferences } from '@antiphon/core/context'
import type { LineFile } from './line-file.ts'
import { readFields } from './read-fields.ts'
import { readObject, readText } from './read-value.ts'
import type { DocumentRole, SearchDocument } from './search-document.ts'

/** What can be searched of an entry; nothing where it says nothing. */
export function readDocument(entry: Entry, file: LineFile): SearchDocument | undefined {
  const record: Readonly<Record<string, unknown>> = entry
  const fields = readFields(record).filter(({ text }) => text !== '')
  if (fields.length === 0) return undefined
  const message = readObject(record.message)
  const model = readText(message?.model)
  const branch = readText(record.gitBranch)
  const uuid = readText(record.uuid)
  const references = readReferences(record)
  const isAgent = file.agent !== undefined
  return {
    session: (isAgent ? readText(record.sessionId) : undefined) ?? file.session,
    ...(file.agent !== undefined && { agent: file.agent }),
    project: readText(record.cwd) ?? '',
    role: roleOf(
      record,
      fields.some(({ kind }) => kind === 'tool-output'),
    ),
    ...(model !== undefined && { model }),
    ...(branch !== undefined && { branch }),
    ...(uuid !== undefined && { uuid }),
    time: readTime(record) ?? file.firstTime(),
    isSidechain: record.isSidechain === true,
    ...(references.length > 0 && { references }),
    fields,
  }
}

/** The time of an entry in milliseconds of the epoch, where it has one. */
export function readTime({ timestamp }: Readonly<Record<string, unknown>>): number | undefined {
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function roleOf({ type }: Readonly<Record<string, unknown>>, hasOutput: boolean): DocumentRole {
  if (type === 'assistant') return 'assistant'
  if (type !== 'user') return 'system'
  return hasOutput ? 'tool' : 'user'
}
