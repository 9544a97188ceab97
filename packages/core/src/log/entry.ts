import { isObject } from '@antiphon/contract'
import { isRecordEntry, type RecordEntry } from './record-entry.ts'
import { isTranscriptEntry, type TranscriptEntry } from './transcript-entry.ts'

/** One JSON object of a log. What this version does not know is kept and written back as it came. */
export type Entry = TranscriptEntry | RecordEntry | UnknownEntry

/** An object whose type, or whose shape for its type, this version does not know. */
export type UnknownEntry = Readonly<Record<string, unknown>>

/** True for any object that a line may hold. */
export function isEntry(value: unknown): value is Entry {
  return isObject(value)
}

/** True for an object that is neither a message nor a known record. */
export function isUnknownEntry(value: unknown): value is UnknownEntry {
  return isObject(value) && !isTranscriptEntry(value) && !isRecordEntry(value)
}
