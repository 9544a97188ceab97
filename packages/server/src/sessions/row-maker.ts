import { type MarkedSessions, readMarks } from '@antiphon/host'
import {
  createRepositoryFinder,
  findDistantHost,
  findLivingWriters,
  type SessionSummary,
} from '@antiphon/transcript'
import type { SessionRow } from '../protocol/log-protocol.ts'
import { isLive } from './is-live.ts'
import type { SessionCounts } from './session-counts.ts'
import { toSessionRow } from './to-session-row.ts'

/** Makes the rows of one list or of one change. */
export type MakeRow = (summary: SessionSummary, grewAt?: number) => Promise<SessionRow>

export type RowMakerOptions = {
  /** Where the person's marks are; null where nothing is. */
  readonly configFolder: string | null
  readonly counts: SessionCounts
}

/** Begins with what is known now: marks are read once, and who runs is asked once for each root. */
export function createRowMaker({ configFolder, counts }: RowMakerOptions): () => Promise<MakeRow> {
  return async () => {
    // Folders come and go: each list looks anew.
    const findRepository = createRepositoryFinder()
    const marked: MarkedSessions = await readMarks(configFolder)
    const writers = new Map<string, Promise<ReadonlySet<string>>>()
    const now = Date.now()
    return async (summary, grewAt) => {
      const { root, path, key, endedAt, modifiedAt, cwd } = summary
      const living = writers.get(root) ?? findLivingWriters(root)
      writers.set(root, living)
      const live = await isLive({
        path,
        endedAt: endedAt === undefined ? null : Date.parse(endedAt),
        modifiedAt: Date.parse(modifiedAt),
        isOpen: (await living).has(key.session),
        grewAt,
        now,
      })
      return toSessionRow(summary, {
        isLive: live,
        marks: marked.marksOf(key),
        counts: counts.find(summary),
        repository: cwd === undefined ? null : findRepository(cwd),
        host: live ? findDistantHost(path) : null,
      })
    }
  }
}
