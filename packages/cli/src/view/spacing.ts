/** How much room something wants around it: words stand apart, lines follow each other. */
export type Spacing = 'words' | 'line'

/** Whether an empty line belongs between two neighbours; nothing stands before the first. */
export function wantsGap(before: Spacing | undefined, after: Spacing): boolean {
  return before !== undefined && (before === 'words' || after === 'words')
}
