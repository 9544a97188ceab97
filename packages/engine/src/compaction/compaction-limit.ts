import { modelFacts } from '@antiphon/contract'

/** How many tokens a conversation may hold before it is compacted: what is left beside an answer and some slack. */
export function compactionLimit(model: string): number {
  const { context, maxOutput } = modelFacts(model)
  return context - Math.min(maxOutput, OUTPUT_RESERVE) - BUFFER
}

const OUTPUT_RESERVE = 20_000
const BUFFER = 13_000
