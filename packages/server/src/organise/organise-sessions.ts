import {
  changeMarks,
  listTrash,
  type NamingStore,
  noteDeletion,
  type Refused,
  readSettingsFile,
  renameSession,
  restoreSession,
  type SessionMarks,
  type StoreCopy,
  type TrashedSession,
  trashSession,
} from '@antiphon/host'
import { readSessionSummary, toLogPath } from '@antiphon/transcript'
import type { Reach } from '../access/reach.ts'
import { type Refusal, refuse } from '../guard/refusal.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { LogName } from '../logs/log-id.ts'
import type { SessionRow } from '../protocol/log-protocol.ts'
import type { TrashedRow } from '../protocol/organise-protocol.ts'
import type { RowMaker } from '../sessions/row-maker.ts'
import type { SessionFeed } from '../sessions/session-feed.ts'
import { toTrashedRow, toTrashId } from './trash-id.ts'

export type OrganiseOptions = {
  readonly roots: readonly string[]
  readonly configFolder: string | null
  readonly feed: SessionFeed
  readonly beginRows: () => Promise<RowMaker>
  /** The store whose sessions they are, where they are a team's. */
  readonly fleet: StoreCopy | null
}

/** What a person does with a session as a whole; every window hears of it. */
export interface Organiser {
  rename(log: FoundLog, title: string): Promise<SessionRow | Refusal>
  mark(log: FoundLog, changes: Partial<SessionMarks>): Promise<SessionRow | Refusal>
  remove(log: FoundLog): Promise<TrashedRow | Refusal>
  restore(id: string, reach: Reach): Promise<SessionRow | Refusal>
  trash(reach: Reach): Promise<readonly TrashedRow[]>
}

export function createOrganiser(options: OrganiseOptions): Organiser {
  const { roots, configFolder, feed, beginRows, fleet } = options

  async function readRow(name: LogName): Promise<SessionRow | Refusal> {
    const file = { kind: 'session', ...name, path: toLogPath(name.root, name.key) } as const
    feed.look([file])
    const [{ makeRow }, summary] = await Promise.all([beginRows(), readSessionSummary(file)])
    return summary.kind === 'problem' ? refuse(409, `The session ${summary.reason}.`) : makeRow(summary)
  }

  async function listTrashOf(reach: Reach): Promise<readonly TrashedSession[]> {
    return (await listTrash(roots)).filter(({ root, key }) => reach.hasPath(toLogPath(root, key)))
  }

  async function keepDays(): Promise<number> {
    return (await readSettingsFile(configFolder)).settings.trashDays
  }

  return {
    async rename(log, title) {
      if (isSubagent(log)) return refuse(409, OF_SESSIONS)
      const done = await renameSession(log, title, fleet ? toNaming(fleet) : undefined)
      if (isRefused(done)) return refuse(409, done.refusal)
      await fleet?.fetch(log.key, { isChanged: true })
      return readRow(log)
    },
    async mark(log, changes) {
      if (isSubagent(log)) return refuse(409, OF_SESSIONS)
      const done = await changeMarks(configFolder, log.key, changes)
      if (isRefused(done)) return refuse(409, done.refusal)
      feed.lookAtPerson()
      return readRow(log)
    },
    async remove(log) {
      if (isSubagent(log)) return refuse(409, OF_SESSIONS)
      if (fleet) return refuse(409, KEPT)
      const done = await trashSession(log, new Date())
      if (isRefused(done)) return refuse(409, done.refusal)
      await noteDeletion(configFolder, log, done.deletedAt)
      feed.look([{ kind: 'session', ...log }])
      return toTrashedRow(done, await keepDays())
    },
    async restore(id, reach) {
      const found = (await listTrashOf(reach)).find(trashed => toTrashId(trashed) === id)
      if (!found) return refuse(404, 'That session is no longer in the trash.')
      const done = await restoreSession(found)
      if (isRefused(done)) return refuse(409, done.refusal)
      await noteDeletion(configFolder, done, null)
      return readRow(done)
    },
    async trash(reach) {
      const days = await keepDays()
      return (await listTrashOf(reach)).map(trashed => toTrashedRow(trashed, days))
    },
  }
}

/** A name is no part of what was said: the session stays theirs who wrote it. */
function toNaming({ store }: StoreCopy): NamingStore {
  return {
    end: store.end,
    append: (key, entries, { expectedSeq } = {}) => store.annotate(key, entries, expectedSeq),
  }
}

const KEPT =
  'Sessions of the store belong to the team. Whoever keeps it removes old ones by `antiphon store prune`; hide it to see it no longer.'
const OF_SESSIONS = 'This is the log of a subagent. Name the session that it belongs to.'

function isSubagent({ key }: FoundLog): boolean {
  return key.subpath !== undefined
}

function isRefused(value: object): value is Refused {
  return 'refusal' in value
}
