import { useSyncExternalStore } from 'react'

/** Where the reader is in a log: the positions of the first and the last entry in sight. */
export type ReaderPlace = {
  readonly first: number
  readonly last: number
  readonly isAtEnd: boolean
  /** When the first was written. */
  readonly at: string
}

/** Keeps the reader's place apart from what is drawn: it changes with every turn of the wheel. */
export type PlaceKeeper = {
  readonly get: () => ReaderPlace
  readonly set: (place: ReaderPlace) => void
  readonly subscribe: (onChange: () => void) => () => void
}

export function createPlaceKeeper(): PlaceKeeper {
  const listeners = new Set<() => void>()
  let place: ReaderPlace = { first: 0, last: 0, isAtEnd: true, at: '' }
  return {
    get: () => place,
    set(next) {
      const isSamePlace = next.first === place.first && next.last === place.last && next.at === place.at
      if (isSamePlace && next.isAtEnd === place.isAtEnd) return
      place = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** The reader's place, and follows it. */
export function useReaderPlace({ subscribe, get }: PlaceKeeper): ReaderPlace {
  return useSyncExternalStore(subscribe, get, get)
}
