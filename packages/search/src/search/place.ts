import type { SearchDocument } from '../document/search-document.ts'
import type { SourceFile } from '../sources/source-file.ts'

/** A document that a query finds, and where it stands. */
export type Found = {
  readonly document: SearchDocument
  readonly file: SourceFile
  readonly offset: number
  readonly length: number
}

/** Somewhere to look. */
export type Place = {
  /** Nothing in it is newer: milliseconds of the epoch. */
  readonly time: number
  readonly look: () => Promise<Seen>
}

/** What was found at once, and where to look further. */
export type Seen = { readonly found: readonly Found[]; readonly places: readonly Place[] }

export type SortedItems<T> = {
  /** The newest first. */
  readonly items: readonly T[]
  readonly timeOf: (item: T) => number
  readonly find: (item: T) => readonly Found[]
}

/** A place for each of sorted items, one after the other; none where there are none. */
export function sortedPlaces<T>(sorted: SortedItems<T>, at = 0): readonly Place[] {
  const item = sorted.items[at]
  if (item === undefined) return []
  const look = async (): Promise<Seen> => ({
    found: sorted.find(item),
    places: sortedPlaces(sorted, at + 1),
  })
  return [{ time: sorted.timeOf(item), look }]
}
