import { blockTexts } from './block-text.ts'
import { DEFAULT_PREVIEW_LIMITS, type PreviewLimits, previewText, type TextPreview } from './preview.ts'

/** The head of a tool result, whatever its form, and how much of it is not shown; pictures become notes. */
export function previewToolResult(block: unknown, limits: PreviewLimits = {}): TextPreview {
  let codePoints = limits.maxCodePoints ?? DEFAULT_PREVIEW_LIMITS.maxCodePoints
  let lines = limits.maxLines ?? DEFAULT_PREVIEW_LIMITS.maxLines
  const shown: string[] = []
  const cut = { cutCodePoints: 0, cutLines: 0, cutBytes: 0, isExact: true }
  for (const text of blockTexts(block)) {
    const preview = previewText(text, { maxCodePoints: codePoints, maxLines: lines })
    const isHidden = preview.text === '' && text !== ''
    if (isHidden || cut.cutCodePoints > 0) addHidden(cut, text)
    else {
      shown.push(preview.text)
      add(cut, preview)
      codePoints -= countCodePoints(preview.text)
      lines -= countLines(preview.text)
    }
  }
  return { text: shown.join('\n'), ...cut }
}

type Cut = { cutCodePoints: number; cutLines: number; cutBytes: number; isExact: boolean }

function addHidden(cut: Cut, text: string): void {
  add(cut, previewText(text, { maxCodePoints: 0 }))
  // Its first line is hidden too, and no line feed stands before it.
  cut.cutLines += 1
}

function add(cut: Cut, preview: TextPreview): void {
  cut.cutCodePoints += preview.cutCodePoints
  cut.cutLines += preview.cutLines
  cut.cutBytes += preview.cutBytes
  cut.isExact &&= preview.isExact
}

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return text.endsWith('\n') ? count - 1 : count
}
