import type { Entry } from './entry.ts'

/**
 * A stretch of a log's bytes. The stretches of a file follow each other without a gap, so that their
 * `raw` bytes, joined, are the file. A line is one stretch, or several where objects are glued or torn.
 */
export type LogLine = EntryLine | BadLogLine | BlankLine

type Stretch = {
  /** Bytes of the file before this stretch. */
  readonly offset: number
  readonly length: number
  /** The exact bytes, with the line's end if the stretch reaches it. */
  readonly raw: Uint8Array
}

export type EntryLine = Stretch & {
  readonly kind: 'entry'
  readonly entry: Entry
  /** Some of its bytes are no UTF-8; U+FFFD stands in their place in the entry. */
  readonly hasInvalidText?: true
}

/** Bytes that hold no entry. They cost themselves only, and are never dropped. */
export type BadLogLine = Stretch & { readonly kind: 'bad'; readonly reason: BadLogLineReason }

/** White space, or a byte order mark alone. */
export type BlankLine = Stretch & { readonly kind: 'blank' }

/**
 * `torn`: an object that was cut off. `nul`: zeros that a crash left. `not-utf8`: bytes that are no text.
 * `not-json`: text that is no JSON. `not-object`: JSON that is no object. `too-long`: more than may be held.
 */
export type BadLogLineReason = 'torn' | 'nul' | 'not-utf8' | 'not-json' | 'not-object' | 'too-long'

/** The entries of decoded lines, with the place of each in the file. */
export function toLocatedEntries(lines: readonly LogLine[]): {
  readonly entries: readonly Entry[]
  readonly offsets: readonly number[]
} {
  const entryLines = lines.filter(line => line.kind === 'entry')
  return { entries: entryLines.map(line => line.entry), offsets: entryLines.map(line => line.offset) }
}
