import { buildConversation, type Conversation, decodeLines } from '@antiphon/core'
import {
  type EntryLine,
  isRecordEntry,
  isTranscriptEntry,
  type LogLine,
  toLocatedEntries,
} from '@antiphon/core/log'
import { NODE_BYTE_TEXT } from '../node-byte-text.ts'
import { computeResume, type Resume } from './compute-resume.ts'
import { type SettledMessage, settleLinks } from './settle-links.ts'

/** A log taken apart as far as the doctor needs it: its bytes, its links, its conversation, its request. */
export type Examination = {
  readonly size: number
  /** Every stretch of the file, each with the number of its line. */
  readonly lines: readonly NumberedLine[]
  readonly entryLines: readonly NumberedLine<EntryLine>[]
  readonly messages: readonly SettledMessage[]
  readonly conversation: Conversation
  readonly resume: Resume
  /** False where no line is a message or a known record: then it is some other file. An empty one may become a session. */
  readonly isSession: boolean
}

export type NumberedLine<Line extends LogLine = LogLine> = Line & { readonly line: number }

/** Reads the bytes of a log once; `diagnose` and `repairLog` both work on it. */
export function examineLog(bytes: Uint8Array): Examination {
  const lines = numberLines(decodeLines(bytes, { text: NODE_BYTE_TEXT }))
  const entryLines = lines.filter(line => line.kind === 'entry')
  const { entries, offsets } = toLocatedEntries(entryLines)
  const conversation = buildConversation(entries, { offsets })
  const messages = settleLinks(entries)
  const resume = computeResume(conversation)
  return {
    size: bytes.length,
    lines,
    entryLines,
    messages,
    conversation,
    resume,
    isSession:
      lines.every(isBlank) || entries.some(entry => isTranscriptEntry(entry) || isRecordEntry(entry)),
  }
}

function isBlank({ kind }: LogLine): boolean {
  return kind === 'blank'
}

function numberLines(lines: readonly LogLine[]): readonly NumberedLine[] {
  let line = 1
  return lines.map(stretch => {
    const numbered = { ...stretch, line }
    if (stretch.raw.at(-1) === NEWLINE) line++
    return numbered
  })
}

const NEWLINE = 0x0a
