import type { SmallModel } from '../summaries/ask-small-model.ts'
import type { QueryEngineOptions } from './query-engine-options.ts'

type Options = Pick<QueryEngineOptions, 'provider' | 'smallModel'>

/** The small model that is asked where one has to be, such as the judge of auto mode. */
export function toSmallModel({ provider, smallModel }: Options): SmallModel {
  return { provider, ...(typeof smallModel === 'string' && { model: smallModel }) }
}

/** The small model for what is a comfort, such as titles; null where rules do that without a request. */
export function toComfortModel(options: Options): SmallModel | null {
  return options.smallModel === null ? null : toSmallModel(options)
}
