import type { LineChange } from './repair-log.ts'

/** A change of a line, cut to where it changes. */
export type ShortChange = {
  readonly action: LineChange['action']
  readonly line: number
  readonly offset: number
  /** The stretches of the line that differ, with some text around each; null where there is no such line. */
  readonly before: string | null
  readonly after: string | null
}

/** What a person needs to see of a change: of a rewritten line the middle that differs, of others their head. */
export function shortenChange({ action, line, offset, before, after }: LineChange): ShortChange {
  if (before === null || after === null)
    return { action, line, offset, before: shortenHead(before), after: shortenHead(after) }
  const head = countSame(before, after, index => index)
  const shorter = Math.min(before.length, after.length) - head
  const tail = Math.min(
    shorter,
    countSame(before, after, (index, { length }) => length - 1 - index),
  )
  return {
    action,
    line,
    offset,
    before: cut(before, { head, tail }),
    after: cut(after, { head, tail }) + (isEnded(after) && !isEnded(before) ? NEWLINE_SIGN : ''),
  }
}

/** Where all that changes is that a line was ended. */
const NEWLINE_SIGN = '⏎'

function isEnded(bytes: Uint8Array): boolean {
  return bytes.at(-1) === 0x0a
}

const CONTEXT_BYTES = 24
const MAX_BYTES = 160

function shortenHead(bytes: Uint8Array | null): string | null {
  if (bytes === null) return null
  return decode(bytes.subarray(0, MAX_BYTES)) + (bytes.length > MAX_BYTES ? '…' : '')
}

/** How many bytes are the same, counted from one end. */
function countSame(
  first: Uint8Array,
  second: Uint8Array,
  at: (index: number, bytes: Uint8Array) => number,
): number {
  const shorter = Math.min(first.length, second.length)
  let count = 0
  while (count < shorter && first[at(count, first)] === second[at(count, second)]) count++
  return count
}

function cut(bytes: Uint8Array, { head, tail }: { readonly head: number; readonly tail: number }): string {
  const start = Math.max(0, head - CONTEXT_BYTES)
  const end = Math.min(bytes.length, Math.max(start, bytes.length - tail + CONTEXT_BYTES))
  const shown = Math.min(end, start + MAX_BYTES)
  return (start > 0 ? '…' : '') + decode(bytes.subarray(start, shown)) + (shown < bytes.length ? '…' : '')
}

function decode(bytes: Uint8Array): string {
  // Also of bytes that are no text, and of characters that the cut went through.
  return new TextDecoder().decode(bytes).replace(/\r?\n$/, '')
}
