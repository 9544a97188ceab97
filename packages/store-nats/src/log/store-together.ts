import type { Broker, Publication } from '../connection/broker.ts'
import { isWrongLast } from '../connection/store-failure.ts'
import { hasAtomicBatches } from '../stream/server-features.ts'

/**
 * Stores messages of several subjects as one: all of them, or none and false where one of them is not the first of its
 * subject. A server that cannot do that stores them one after the other, the first of the list last.
 */
export async function storeTogether(
  broker: Broker,
  publications: readonly Publication[],
  isThere: () => Promise<boolean>,
): Promise<boolean> {
  const isOne = publications.length > 1 && hasAtomicBatches(await broker.version())
  const tries = broker.retry()
  for (;;)
    try {
      if (isOne) await broker.publishTogether(publications)
      else for (const publication of publications.toReversed()) await broker.publish(publication)
      return true
    } catch (error) {
      if (!isWrongLast(error)) await tries.next(error)
      if (await isThere()) return true
      if (isWrongLast(error)) return false
    }
}
