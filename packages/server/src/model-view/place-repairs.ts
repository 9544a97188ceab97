import type { Repair } from '@antiphon/core'

export type PlaceRepairsOptions = {
  readonly repairs: readonly Repair[]
  /** The request's message that a stored one went into. */
  readonly findIndex: (uuid: string | null) => number | undefined
  /** True for a message of the request that nothing in the log stands behind. */
  readonly isInserted: (index: number) => boolean
}

export type PlacedRepairs = {
  readonly byMessage: ReadonlyMap<number, readonly Repair[]>
  /** Those of what did not get into the request. */
  readonly strays: readonly Repair[]
}

/** Puts each repair to the message of the request where it shows. */
export function placeRepairs({ repairs, findIndex, isInserted }: PlaceRepairsOptions): PlacedRepairs {
  const byMessage = new Map<number, Repair[]>()
  const strays: Repair[] = []
  for (const repair of repairs) {
    const index = findPlace(repair)
    if (index === undefined) strays.push(repair)
    else {
      const known = byMessage.get(index)
      if (known) known.push(repair)
      else byMessage.set(index, [repair])
    }
  }
  return { byMessage, strays }

  function findPlace({ rule, action, uuid }: Repair): number | undefined {
    // Turns without which the request could not begin.
    if (rule === 'ENV-15' || rule === 'ROL-01') return 0
    const index = findIndex(uuid)
    if (index === undefined || action !== 'inserted') return index
    // What was put in stands behind what needed it: a result in the reply to its call, a turn between two others.
    if (rule === 'TUP-01' || isInserted(index + 1)) return index + 1
    return isInserted(index - 1) ? index - 1 : index
  }
}
