import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject } from '@antiphon/contract'
import { appendLine } from '@antiphon/transcript'

/** What is written down of what people do. */
export type AuditAction =
  | 'takeover'
  | 'start'
  | 'answer'
  | 'mode'
  | 'rewind'
  | 'rename'
  | 'deletion'
  | 'restore'
  | 'export'
  | 'repair'
  | 'settings'
  | 'access'

/** One thing that somebody did: who, when, what, from where. */
export type AuditRecord = {
  readonly at: string
  /** The person's name; null for whoever has the link of the one who started the window. */
  readonly who: string | null
  /** How they were known. */
  readonly by: 'link' | 'token' | 'proxy' | 'terminal'
  readonly role: 'reader' | 'driver' | 'owner'
  /** Null at the terminal. */
  readonly address: string | null
  readonly what: AuditAction
  /** It is written before it is done; `refused` follows where it was not. */
  readonly outcome: 'begun' | 'refused'
  readonly session: string | null
  readonly detail: string | null
}

/** Where it is written, beside the settings of whoever runs the window. */
export function toAuditPath(configFolder: string): string {
  return join(configFolder, 'audit.jsonl')
}

/** Writes one down; durable when it resolves. */
export function appendAuditRecord(configFolder: string, record: AuditRecord): Promise<void> {
  return appendLine(toAuditPath(configFolder), JSON.stringify(record))
}

/** All that was written from a time on, the oldest first; what is no record is left out. */
export async function* readAuditRecords(
  configFolder: string,
  since: number,
): AsyncGenerator<AuditRecord, void, undefined> {
  const input = createReadStream(toAuditPath(configFolder))
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      const record = parse(line)
      if (record && Date.parse(record.at) >= since) yield record
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  } finally {
    input.destroy()
  }
}

function parse(line: string): AuditRecord | null {
  try {
    const value: unknown = JSON.parse(line)
    // Only this program writes the file, and each record whole.
    return isObject(value) && typeof value.at === 'string' && typeof value.what === 'string'
      ? (value as AuditRecord)
      : null
  } catch {
    return null
  }
}
