import type { UUID } from '@antiphon/core'
import type { FileBackup } from './file-backup.ts'

/** The checkpoints of a session in their order, and for each file what it was at which of them. */
export interface SnapshotTimeline {
  /** Adds a checkpoint behind the others. */
  begin(messageId: UUID, timestamp: string): void
  /** Says what a file was at a checkpoint; null where that is no longer known. */
  set(messageId: UUID, path: string, backup: FileBackup | null): void
  has(messageId: UUID): boolean
  last(): Snapshot | undefined
  /** The files of the last checkpoint. */
  tracked(): ReadonlyMap<string, FileBackup>
  /** What is known of each file at a checkpoint. */
  filesAt(messageId: UUID): ReadonlyMap<string, FileBackup>
  /** The greatest version of a file; 0 for one that nobody knows. */
  lastVersion(path: string): number
}

export type Snapshot = { readonly messageId: UUID; readonly timestamp: string }

/** A timeline without checkpoints. It keeps changes only: sessions have many prompts and many files. */
export function createSnapshotTimeline(): SnapshotTimeline {
  const snapshots: Snapshot[] = []
  const places = new Map<UUID, number>()
  const histories = new Map<string, Change[]>()

  function filesAt(place: number): ReadonlyMap<string, FileBackup> {
    const files = new Map<string, FileBackup>()
    for (const [path, changes] of histories) {
      const backup = findState(changes, place)
      if (backup) files.set(path, backup)
    }
    return files
  }

  return {
    begin(messageId, timestamp) {
      places.set(messageId, snapshots.length)
      snapshots.push({ messageId, timestamp })
    },
    set(messageId, path, backup) {
      const place = places.get(messageId)
      if (place === undefined) return
      const changes = histories.get(path) ?? []
      histories.set(path, changes)
      setState(changes, { place, backup })
    },
    has: messageId => places.has(messageId),
    last: () => snapshots.at(-1),
    tracked: () => filesAt(snapshots.length - 1),
    filesAt: messageId => filesAt(places.get(messageId) ?? -1),
    lastVersion: path =>
      (histories.get(path) ?? []).reduce((last, { backup }) => Math.max(last, backup?.version ?? 0), 0),
  }
}

/** From this checkpoint on a file was this. */
type Change = { readonly place: number; readonly backup: FileBackup | null }

/** A file that was tracked only later was until then what it was before its first change. */
function findState(changes: readonly Change[], place: number): FileBackup | null {
  const known = changes.findLast(change => change.place <= place)?.backup
  return known ?? changes.find(change => change.place > place && change.backup !== null)?.backup ?? null
}

function setState(changes: Change[], change: Change): void {
  const index = changes.findIndex(({ place }) => place >= change.place)
  if (index === -1) changes.push(change)
  else changes.splice(index, changes[index]?.place === change.place ? 1 : 0, change)
}
