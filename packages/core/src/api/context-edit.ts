import { isObject } from '@antiphon/contract'
import { readStrings } from '../message/read-field.ts'

/** What a boundary of the log says about messages before it: the log keeps them, the model reads a note. */
export type ContextEdit = {
  /** Results that are cleared, by the ids of their calls. */
  readonly toolIds: ReadonlySet<string>
  /** Messages that are dropped whole. */
  readonly uuids: ReadonlySet<string>
  readonly note: string
  readonly rule: string
}

/** The edit that a message makes; null for every other message. */
export function readContextEdit(message: unknown): ContextEdit | null {
  if (!isObject(message) || message.type !== 'system') return null
  if (message.subtype === 'microcompact_boundary') {
    const { microcompactMetadata: metadata } = message
    return {
      toolIds: new Set(readStrings(metadata, 'compactedToolIds')),
      uuids: new Set(readStrings(metadata, 'clearedAttachmentUUIDs')),
      note: CLEARED_NOTE,
      rule: 'SEED-microcompact',
    }
  }
  if (message.subtype === 'snip_boundary') {
    return {
      toolIds: NONE,
      uuids: new Set(readStrings(message.snipMetadata, 'removedUuids')),
      note: SNIPPED_NOTE,
      rule: 'SEED-snip',
    }
  }
  return null
}

const NONE: ReadonlySet<string> = new Set()

const CLEARED_NOTE = '[An old result stood here; it was cleared to make room]'
const SNIPPED_NOTE = '[A message stood here; you dropped it]'
