import type { SmallModel } from '../summaries/ask-small-model.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'

/** Who does the small jobs of a session. */
export function toSmallModel({
  provider,
  smallModel,
}: Pick<QueryEngineOptions, 'provider' | 'smallModel'>): SmallModel {
  return { provider, ...(smallModel !== undefined && { model: smallModel }) }
}
