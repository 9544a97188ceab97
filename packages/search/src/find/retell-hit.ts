import type { Entry } from '@antiphon/core'
import { decodeEntries, readDocument } from '../document/read-document.ts'
import { matchesQuery } from '../query/matches-query.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { readAt } from '../read-lines.ts'
import { type RankedHit, rankHit } from './fold-found.ts'
import type { Hit } from './hit.ts'

export type RetellHitOptions = {
  /** What is told in the place of the stored entry, such as one without secrets. */
  readonly change: (entry: Entry) => Entry
  /** What a hit's age counts to. */
  readonly now: number
}

/**
 * A hit as it is told of a line that was changed: its line is read again, so that a snippet is never cut out of what was
 * to be changed. Null where the changed line is no hit any more, or the line is gone.
 */
export function retellHit(hit: Hit, query: SearchQuery, { change, now }: RetellHitOptions): RankedHit | null {
  for (const entry of decodeEntries(readAt(hit.path, hit.offset, hit.length))) {
    const document = readDocument(change(entry), {
      session: hit.session,
      ...(hit.agent !== undefined && { agent: hit.agent }),
      firstTime: () => hit.time,
    })
    if (!document || document.uuid !== hit.uuid) continue
    if (!matchesQuery(document, query)) return null
    const found = { document, file: { path: hit.path }, offset: hit.offset, length: hit.length }
    return rankHit(found, { query, now, order: 'newest', rarity: [] })
  }
  return null
}
