import type { PlanWish } from '@antiphon/core/api'
import type { FoundLog } from '../logs/find-log.ts'
import { computeModelView, type WholeModelView } from './compute-model-view.ts'
import { findPlace, type PlaceQuestion } from './find-place.ts'
import { readContext } from './read-context.ts'

/** The request at a place of a log; null where no message begins there. */
export async function readModelView(
  log: FoundLog,
  { place: question, wish }: { readonly place: PlaceQuestion; readonly wish?: PlanWish | undefined },
  signal: AbortSignal,
): Promise<WholeModelView | null> {
  const place = await findPlace(log, question, signal)
  return place && computeModelView(await readContext(log, place, signal), wish)
}
