import { formatCount, formatSize, type TextPreview } from '@antiphon/core/ui'

/** How much of a text a preview does not show: `… 41 more lines, 1.2 KB`; empty where it shows all. */
export function formatCut(preview: TextPreview): string {
  if (preview.cutCodePoints === 0) return ''
  const size = `${preview.isExact ? '' : 'over '}${formatSize(preview.cutBytes)}`
  if (preview.cutLines <= 0) return `… ${size} more`
  return `… ${formatCount(preview.cutLines, 'more line')}, ${size}`
}
