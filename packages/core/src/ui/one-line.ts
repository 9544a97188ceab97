import { previewText } from './preview.ts'
import { stripControl } from './strip-control.ts'

/** The text on one line of at most `maxCodePoints`: escapes gone, blanks folded, `…` where it was cut. */
export function oneLine(text: string, maxCodePoints = 100): string {
  if (text.length <= maxCodePoints && !NEEDS_WORK.test(text)) return text
  const head = readableHead(text, maxCodePoints * UNITS_READ_PER_CODE_POINT)
  const folded = stripControl(head).replace(/\s+/g, ' ').trim()
  const isWhole = head.length === text.length
  if (isWhole && previewText(folded, { maxCodePoints }).cutCodePoints === 0) return folded
  return `${previewText(folded, { maxCodePoints: maxCodePoints - 1 }).text.trimEnd()}…`
}

const NEEDS_WORK = /[^ -~]|^ | $| {2}/

// Escapes and blanks take room that the line does not show; this bounds what is read of a huge text.
const UNITS_READ_PER_CODE_POINT = 8

function readableHead(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const isHighSurrogate = (text.charCodeAt(maxUnits - 1) & 0xfc00) === 0xd800
  return text.slice(0, isHighSurrogate ? maxUnits - 1 : maxUnits)
}
