import { type ByteText, PORTABLE_BYTE_TEXT } from './byte-text.ts'
import { type ScannedEntry, scanLine } from './scan-line.ts'
import { createLineReader } from './scanned-line.ts'

/**
 * Reads the entries of a log that a view needs: all but `progress` and `file-history-snapshot`, and of each all
 * but `toolUseResult`, which repeats the result in the tool's own type and fills the larger part of real files.
 * Text is what `JSON.parse` of the line gives. Bad lines are passed over; `decodeLines` tells about them.
 */
export function* scanEntries(
  bytes: Uint8Array,
  options: Partial<ByteText> = {},
): Generator<ScannedEntry, void, undefined> {
  const readLine = createLineReader(bytes, { ...PORTABLE_BYTE_TEXT, ...options })
  for (let line = readLine(); line !== undefined; line = readLine()) yield* scanLine(line)
}
