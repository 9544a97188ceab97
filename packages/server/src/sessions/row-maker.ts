import { isArchiveRoot, type MarkedSessions, readMarks, type StoreCopy } from '@antiphon/host'
import {
  createRepositoryFinder,
  findDistantHost,
  findLivingWriters,
  type SessionKey,
  type SessionSummary,
} from '@antiphon/transcript'
import type { SessionRow } from '../protocol/log-protocol.ts'
import { isLive } from './is-live.ts'
import type { SessionCounts } from './session-counts.ts'
import { toHeadRow, toSessionRow } from './to-session-row.ts'

/** Makes the rows of one list or of one change. */
export type MakeRow = (summary: SessionSummary, grewAt?: number) => Promise<SessionRow>

/** Makes rows of what is read of logs, and of what a store says of those that are not fetched yet. */
export type RowMaker = {
  readonly makeRow: MakeRow
  /** Null where the store has no such session, or there is no store. */
  readonly makeHeadRow: (key: SessionKey) => SessionRow | null
}

export type RowMakerOptions = {
  /** Where the person's marks are; null where nothing is. */
  readonly configFolder: string | null
  readonly counts: SessionCounts
  /** Whose sessions they are, where they are a team's. */
  readonly fleet: Pick<StoreCopy, 'root' | 'head'> | null
}

/** Begins with what is known now: marks are read once, and who runs is asked once for each root. */
export function createRowMaker({ configFolder, counts, fleet }: RowMakerOptions): () => Promise<RowMaker> {
  return async () => {
    // Folders come and go: each list looks anew.
    const findRepository = createRepositoryFinder()
    const marked: MarkedSessions = await readMarks(configFolder)
    const writers = new Map<string, Promise<ReadonlySet<string>>>()
    const archived = new Map<string, boolean>()
    const now = Date.now()
    const makeRow: MakeRow = async (summary, grewAt) => {
      const { root, path, key, endedAt, modifiedAt, cwd } = summary
      const head = root === fleet?.root ? fleet.head(key) : null
      const living = writers.get(root) ?? findLivingWriters(root)
      writers.set(root, living)
      const live = await isLive({
        path,
        endedAt: endedAt === undefined ? null : Date.parse(endedAt),
        // Nobody holds a file of a copy: that need not be asked of each.
        modifiedAt: head ? 0 : Date.parse(modifiedAt),
        isOpen: head ? head.writer !== null : (await living).has(key.session),
        grewAt,
        now,
      })
      const isArchiveAlone = archived.get(root) ?? isArchiveRoot(root)
      archived.set(root, isArchiveAlone)
      return toSessionRow(summary, {
        isArchiveAlone,
        isLive: live,
        marks: marked.marksOf(key),
        counts: counts.find(summary),
        repository: cwd === undefined ? null : findRepository(cwd),
        host: head ? head.host : live ? findDistantHost(path) : null,
        person: head?.person ?? null,
      })
    }
    return {
      makeRow,
      makeHeadRow(key) {
        const head = fleet?.head(key)
        return fleet && head ? toHeadRow(fleet.root, head, marked.marksOf(key)) : null
      },
    }
  }
}
