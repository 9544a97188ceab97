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

/** The order of what was found, for `sort`. */
export function newestFirst(one: Found, other: Found): number {
  return other.document.time - one.document.time || other.offset - one.offset
}

/** A place for each of what was found, one after the other; none where nothing was. */
export function foundPlaces(found: readonly Found[], at = 0): readonly Place[] {
  const item = found[at]
  if (item === undefined) return []
  const look = async (): Promise<Seen> => ({ found: [item], places: foundPlaces(found, at + 1) })
  return [{ time: item.document.time, look }]
}
