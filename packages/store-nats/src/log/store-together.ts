import { TranscriptError } from '@antiphon/transcript'
import type { Broker, Publication } from '../connection/broker.ts'
import { isWrongLast } from '../connection/store-failure.ts'
import { hasAtomicBatches } from '../stream/server-features.ts'

export type TogetherOptions = {
  readonly stream: string
  /** Whose the last message of a subject is; null where there is none. */
  readonly findOwner: (subject: string) => Promise<Owner | null>
}

export type Owner = 'ours' | 'theirs'

/**
 * Stores messages of several subjects as one: all of them, or none and false where one of them is not the first of its
 * subject. A server that cannot do that stores them one after the other, the first of the list last.
 */
export async function storeTogether(
  broker: Broker,
  publications: readonly Publication[],
  options: TogetherOptions,
): Promise<boolean> {
  const isOne = publications.length > 1 && hasAtomicBatches(await broker.version())
  if (!isOne) return storeInTurn(broker, publications.toReversed(), options)
  return storeSurely(broker, publications, {
    ...options,
    store: () => broker.publishTogether(publications),
  })
}

/** What was stored goes again where one of them is refused: nobody has it under this name yet. */
async function storeInTurn(
  broker: Broker,
  publications: readonly Publication[],
  options: TogetherOptions,
): Promise<boolean> {
  const stored: string[] = []
  const undo = async (): Promise<void> => {
    for (const subject of stored) await broker.purge(options.stream, subject)
  }
  for (const publication of publications)
    try {
      const store = (): Promise<unknown> => broker.publish(publication)
      if (!(await storeSurely(broker, [publication], { ...options, store }))) {
        await undo()
        return false
      }
      stored.push(publication.subject)
    } catch (error) {
      await undo().catch(() => undefined)
      throw error
    }
  return true
}

type Storing = TogetherOptions & { readonly store: () => Promise<unknown> }

/** Until they are there, or what refuses them is: neither a lost answer nor a refusal by itself says which. */
async function storeSurely(
  broker: Broker,
  publications: readonly Publication[],
  { store, findOwner }: Storing,
): Promise<boolean> {
  const tries = broker.retry()
  for (;;)
    try {
      await store()
      return true
    } catch (error) {
      if (!isWrongLast(error)) await tries.next(error)
      const owners = await Promise.all(publications.map(({ subject }) => findOwner(subject)))
      if (owners.every(owner => owner === 'ours')) return true
      if (owners.includes('theirs')) return false
      if (isWrongLast(error))
        await tries.next(new TranscriptError('away', `${broker.server()}: its servers do not say the same.`))
    }
}
