import { formatSize, previewText } from '@antiphon/core/ui'

/** The head of a text and how much is missing; never cut inside a character. */
export function cutText(text: string, maxCodePoints: number): string {
  const preview = previewText(text, { maxCodePoints, maxLines: Number.POSITIVE_INFINITY })
  if (preview.cutCodePoints === 0) return text
  const size = `${preview.isExact ? '' : 'at least '}${formatSize(preview.cutBytes)}`
  return `${preview.text}\n[${size} more are not shown]`
}
