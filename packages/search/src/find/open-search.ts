import { join, resolve, sep } from 'node:path'
import {
  createManifestReader,
  EMPTY_MANIFEST,
  type Manifest,
  type ReadManifest,
} from '../index-files/manifest.ts'
import { matchSources } from '../index-files/match-sources.ts'
import type { KnownSegments } from '../index-files/open-segment.ts'
import {
  type IndexOptions,
  removeIndex,
  type UpdateOutcome,
  updateIndex,
} from '../index-files/update-index.ts'
import type { SearchQuery } from '../query/search-query.ts'
import { SearchError } from '../search-error.ts'
import { createSourceLister, type SourceFile } from '../sources/list-sources.ts'
import { computeRarity } from './compute-rarity.ts'
import { computeStatus, type SearchStatus } from './compute-status.ts'
import { type FindDocumentsOptions, type Found, findDocuments, type Snapshot } from './find-documents.ts'
import { type FoldNews, foldAsFound } from './fold-as-found.ts'
import { createHitFold, type HitOrder, type RankedHit, rankHit } from './fold-found.ts'
import { type Hit, toHit } from './hit.ts'
import { rankFound } from './rank-found.ts'
import { createRestBytes } from './rest-bytes.ts'
import { mayBelongTo, sessionPathOf } from './session-group.ts'

/** Search over all sessions of some roots. */
export interface Search {
  /** Every line that the query finds, the newest first: from the index where there is one, from the logs where not. */
  search(query: SearchQuery, options?: SearchOptions): AsyncGenerator<Hit, void, undefined>
  /** The same by session, as it grows: numbers, and the best hits of each; the last news is complete. */
  fold(query: SearchQuery, options: FoldSearchOptions): AsyncGenerator<FoldNews, void, undefined>
  /** All hits of one session, in the order that was asked for. */
  searchSession(query: SearchQuery, options: SessionSearchOptions): Promise<readonly RankedHit[]>
  status(): Promise<SearchStatus>
  /** Brings the index up to date while others work. A search sees each part of it as soon as it is written. */
  indexInBackground(options?: IndexOptions): Promise<UpdateOutcome>
  /** The same by somebody else, such as another process, who is told which segments were found to be damaged. */
  indexElsewhere(index: IndexElsewhere): Promise<UpdateOutcome>
  /** Deletes the index; nothing is lost but time. False where another process writes it. */
  forgetIndex(): Promise<boolean>
  /** Stops indexing; what was written stays. */
  close(): Promise<void>
}

export type OpenSearchOptions = {
  /** Folders that hold `projects`. */
  readonly roots: readonly string[]
  /** Where the index may be kept; null for none. It can be deleted at any time. */
  readonly cacheFolder: string | null
  /** Segments of the index that another search found to be damaged. */
  readonly damaged?: readonly string[]
}

/** Brings the index up to date. The signal says when the search is closed. */
export type IndexElsewhere = (damaged: readonly string[], signal: AbortSignal) => Promise<UpdateOutcome>

export type SearchOptions = {
  readonly limit?: number
  readonly signal?: AbortSignal
  /** Sorts the newest thousand by how well they match. */
  readonly isRanked?: boolean
  /** Reads the logs alone. */
  readonly isScan?: boolean
}

export type FoldSearchOptions = {
  readonly order: HitOrder
  /** Says which logs may be told of; all unless told. Asked once for each that holds a hit. */
  readonly accepts?: (path: string) => boolean
  /** What a hit's age counts to. */
  readonly now: number
  readonly signal?: AbortSignal
}

export type SessionSearchOptions = FoldSearchOptions & {
  /** The session's log, as the fold names it. */
  readonly path: string
}

/** Opens a search. Nothing is read before the first question, and nothing stays open between two. */
export function openSearch({ roots, cacheFolder, damaged: reported = [] }: OpenSearchOptions): Search {
  const folder = cacheFolder === null ? null : join(checkFolder(cacheFolder, roots), INDEX_FOLDER)
  const sources = createSourceLister(roots)
  const matchAgain = createSourceMatcher()
  const readManifest = folder === null ? () => NO_MANIFEST : createManifestReader(folder)
  const known: KnownSegments = new Map()
  const damaged = new Set(reported)
  const closing = new AbortController()
  const updates = new Set<Promise<unknown>>()

  /** What there is to look into now, of all files or of those that are chosen. */
  async function takeSnapshot(isScan: boolean, isChosen?: (file: SourceFile) => boolean): Promise<Snapshot> {
    const { files } = await sources.list()
    const { manifest } = isScan ? NO_MANIFEST : readManifest()
    const { segments } = manifest
    // Of segments that were merged nothing is kept.
    if (known.size > segments.length * 2) known.clear()
    const matched = isChosen ? matchSnapshot(manifest, files.filter(isChosen)) : matchAgain(manifest, files)
    return { ...matched, segments, known, folder: folder ?? '' }
  }

  function find(query: SearchQuery, snapshot: Snapshot, options: FindSomeOptions): AsyncGenerator<Found> {
    return findDocuments(query, snapshot, {
      ...options,
      onDamaged: name => damaged.add(name),
    })
  }

  async function* search(
    query: SearchQuery,
    { limit = Number.POSITIVE_INFINITY, signal, isRanked = false, isScan = false }: SearchOptions = {},
  ): AsyncGenerator<Hit, void, undefined> {
    const found = find(query, await takeSnapshot(isScan), { ...(signal && { signal }) })
    let left = limit
    for await (const item of isRanked ? ranked(found, query) : found) {
      if (left-- <= 0) return
      yield toHit(item.document, query, item)
    }
  }

  async function* fold(
    query: SearchQuery,
    { order, now, signal, accepts }: FoldSearchOptions,
  ): AsyncGenerator<FoldNews, void, undefined> {
    const snapshot = await takeSnapshot(false)
    const rarity = order === 'best' ? computeRarity(query, snapshot) : []
    yield* foldAsFound(createHitFold({ query, order, now, rarity, ...(accepts && { accepts }) }), {
      find: (stop, held) => find(withoutKind(query), snapshot, { signal: stop, held, isUnordered: true }),
      ...(signal && { signal }),
    })
  }

  async function searchSession(
    query: SearchQuery,
    { path, order, now, signal, accepts }: SessionSearchOptions,
  ): Promise<readonly RankedHit[]> {
    const snapshot = await takeSnapshot(
      false,
      file => mayBelongTo(file, path) && accepts?.(file.path) !== false,
    )
    const rarity = order === 'best' ? computeRarity(query, snapshot) : []
    const hits: RankedHit[] = []
    for await (const found of find(query, snapshot, { isUnordered: true, ...(signal && { signal }) }))
      if (sessionPathOf(found.file, found.document) === path)
        hits.push(rankHit(found, { query, order, now, rarity }))
    return hits.toSorted((one, other) => other.score - one.score)
  }

  async function indexElsewhere(index: IndexElsewhere): Promise<UpdateOutcome> {
    if (folder === null) return { kind: 'complete' }
    const found = [...damaged]
    const outcome = await index(found, closing.signal)
    if (outcome.kind === 'complete') for (const name of found) damaged.delete(name)
    return outcome
  }

  function indexHere({ signal, ...options }: IndexOptions): Promise<UpdateOutcome> {
    return indexElsewhere(async (found, closed) => {
      const { files } = await sources.list()
      const signals = AbortSignal.any([closed, ...(signal ? [signal] : [])])
      return updateIndex({
        ...options,
        folder: folder ?? '',
        files,
        damaged: new Set(found),
        signal: signals,
      })
    })
  }

  /** Waited for before the search is closed. */
  function keep(work: Promise<UpdateOutcome>): Promise<UpdateOutcome> {
    const update = work.finally(() => updates.delete(update))
    updates.add(update)
    return update
  }

  return {
    search,
    fold,
    searchSession,
    async status() {
      const listing = await sources.list()
      return computeStatus({ listing, read: readManifest(), folder, damaged: damaged.size })
    },
    indexInBackground: (options = {}) => keep(indexHere(options)),
    indexElsewhere: index => keep(indexElsewhere(index)),
    forgetIndex: async () => folder === null || removeIndex(folder),
    async close() {
      closing.abort()
      await Promise.allSettled(updates)
    },
  }
}

type MatchedSnapshot = ReturnType<typeof matchSnapshot>

function matchSnapshot(
  manifest: Manifest,
  files: readonly SourceFile[],
): Pick<Snapshot, 'live' | 'rest' | 'restBytes'> {
  return { ...matchSources(manifest, files), restBytes: createRestBytes() }
}

/** Compares the index with the files again only when one of them is another. */
function createSourceMatcher(): (manifest: Manifest, files: readonly SourceFile[]) => MatchedSnapshot {
  let last:
    | {
        readonly manifest: Manifest
        readonly files: readonly SourceFile[]
        readonly matched: MatchedSnapshot
      }
    | undefined
  return (manifest, files) => {
    if (last?.manifest !== manifest || last.files !== files)
      last = {
        manifest,
        files,
        matched: matchSnapshot(manifest, files),
      }
    return last.matched
  }
}

type FindSomeOptions = Pick<FindDocumentsOptions, 'signal' | 'held' | 'isUnordered'>

const INDEX_FOLDER = 'search'
const NO_MANIFEST: ReadManifest = { kind: 'none', manifest: EMPTY_MANIFEST }
const RANKED = 1000

async function* ranked(
  found: AsyncIterable<Found>,
  query: SearchQuery,
): AsyncGenerator<Found, void, undefined> {
  const newest: Found[] = []
  for await (const item of found) if (newest.push(item) >= RANKED) break
  yield* rankFound(newest, query)
}

/** Hits of other kinds are counted, too. */
function withoutKind(query: SearchQuery): SearchQuery {
  const { kind: _, ...filters } = query.filters
  return { ...query, filters }
}

function checkFolder(cacheFolder: string, roots: readonly string[]): string {
  const folder = resolve(cacheFolder)
  const root = roots.find(path => `${folder}${sep}`.startsWith(`${resolve(path)}${sep}`))
  if (root === undefined) return folder
  throw new SearchError(
    'cache-in-root',
    `The index may not lie in ${root}, among the sessions. Name another folder, such as ~/.cache/antiphon.`,
  )
}
