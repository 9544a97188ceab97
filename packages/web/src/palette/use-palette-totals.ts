import type { FoldTotals } from '@antiphon/server/protocol'
import { useFold } from '../search/use-fold.ts'

/** How much there is of what was typed, as the page of search counts it; null until all is counted. */
export function usePaletteTotals(query: string): FoldTotals | null {
  const words = query.trim()
  const { fold, isOld } = useFold({ words: words.length < 2 ? '' : words, order: 'best', beginning: 0 })
  return !isOld && fold.totals?.isComplete ? fold.totals : null
}
