import { formatUsd } from '@antiphon/core/usage'
import type { StreamCost } from './compute-stream-summary.ts'

/** What a stream cost, and how sure that is. */
export function formatCost({ usd, isKnown, source }: StreamCost): string {
  if (source === 'reported') return formatUsd(usd)
  if (isKnown) return `about ${formatUsd(usd)} so far`
  return usd > 0 ? `more than ${formatUsd(usd)}, a model has no known price` : 'cost unknown'
}
