/** How much room something wants: words stand apart, lines follow each other, what is tight belongs to what is before it. */
export type Spacing = 'words' | 'line' | 'tight'

/** Whether an empty line belongs between two neighbours; nothing stands before the first. */
export function wantsGap(before: Spacing | undefined, after: Spacing): boolean {
  return before !== undefined && after !== 'tight' && (before !== 'line' || after !== 'line')
}
