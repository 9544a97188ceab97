export type PreviewLimits = { readonly maxCodePoints?: number; readonly maxLines?: number }

/** The head of a text, and how much of it is not shown. */
export type TextPreview = {
  readonly text: string
  readonly cutCodePoints: number
  /** Lines of which nothing is shown. */
  readonly cutLines: number
  /** Size in UTF-8 of what was cut. */
  readonly cutBytes: number
  /** False where the cut part was too long to be read: its size is then that of its UTF-16 length. */
  readonly isExact: boolean
}

export const DEFAULT_PREVIEW_LIMITS: Required<PreviewLimits> = { maxCodePoints: 2000, maxLines: 20 }

/**
 * Cuts a text by code points and lines, never inside a surrogate pair and not before a mark that
 * belongs to the character shown last. It reads what it shows and a bounded part of the rest.
 */
export function previewText(text: string, limits: PreviewLimits = {}): TextPreview {
  const end = findEnd(text, limits)
  if (end === text.length) return { text, cutCodePoints: 0, cutLines: 0, cutBytes: 0, isExact: true }
  return { text: text.slice(0, end), ...measureRest(text, end) }
}

const MEASURED_UNITS = 65_536
const LONGEST_CLUSTER = 32
const JOINS_BACKWARDS = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u

function findEnd(text: string, limits: PreviewLimits): number {
  const maxCodePoints = limits.maxCodePoints ?? DEFAULT_PREVIEW_LIMITS.maxCodePoints
  const maxLines = limits.maxLines ?? DEFAULT_PREVIEW_LIMITS.maxLines
  if (maxLines <= 0) return 0
  let lines = 1
  let at = 0
  for (let count = 0; at < text.length; count += 1) {
    if (count >= maxCodePoints) return beforeCluster(text, at)
    const unit = text.charCodeAt(at)
    // A line feed that ends the text opens no further line.
    if (unit === 0x0a && at + 1 < text.length && lines++ >= maxLines) return at
    at += unitsAt(text, at)
  }
  return at
}

function beforeCluster(text: string, end: number): number {
  let at = end
  for (let steps = 0; steps < LONGEST_CLUSTER && at > 0; steps += 1) {
    if (!JOINS_BACKWARDS.test(text.slice(at, at + 2)) && text.charCodeAt(at - 1) !== 0x200d) return at
    at -= isPair(text, at - 2) ? 2 : 1
  }
  return end
}

function measureRest(text: string, start: number): Omit<TextPreview, 'text'> {
  const end = Math.min(text.length, start + MEASURED_UNITS)
  let at = start
  let cutCodePoints = 0
  let cutBytes = 0
  let cutLines = text.endsWith('\n') && end === text.length ? -1 : 0
  for (; at < end; cutCodePoints += 1) {
    const units = unitsAt(text, at)
    const unit = text.charCodeAt(at)
    if (unit === 0x0a) cutLines += 1
    cutBytes += units === 2 ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
    at += units
  }
  const unread = text.length - at
  return {
    cutCodePoints: cutCodePoints + unread,
    cutLines,
    cutBytes: cutBytes + unread,
    isExact: unread === 0,
  }
}

function unitsAt(text: string, at: number): 1 | 2 {
  return isPair(text, at) ? 2 : 1
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}
