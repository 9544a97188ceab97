import { isObject } from '@antiphon/contract'
import type { UUID } from '@antiphon/core'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import { type FileBackup, parseFileBackup } from './backup-folder.ts'

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

type Snapshot = { readonly messageId: UUID; readonly timestamp: string }

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

type SnapshotEntryOptions = {
  readonly snapshot: Snapshot
  readonly files: ReadonlyMap<string, FileBackup>
  /** The message that made an update necessary; missing for the checkpoint of a prompt. */
  readonly updatedBy?: UUID
}

/** The line that Claude Code writes for a checkpoint: always with every file, so that the last one says all. */
export function createSnapshotEntry(options: SnapshotEntryOptions): FileHistorySnapshotEntry {
  const { snapshot, files, updatedBy } = options
  const { messageId, timestamp } = snapshot
  return {
    type: 'file-history-snapshot',
    messageId: updatedBy ?? messageId,
    snapshot: { messageId, trackedFileBackups: Object.fromEntries(files), timestamp },
    isSnapshotUpdate: updatedBy !== undefined,
  }
}

/** True for the lines of a log from which checkpoints are read back. */
export function isFileHistoryEntry(value: unknown): boolean {
  return isObject(value) && (value.type === 'file-history-snapshot' || value.type === 'file-history-delta')
}

/** Adds a line of a log, ours or Claude Code's, to the timeline; lines of other kinds are passed over. */
export function readSnapshotEntry(timeline: SnapshotTimeline, entry: unknown): void {
  if (!isObject(entry)) return
  if (entry.type === 'file-history-delta') readDelta(timeline, entry)
  if (entry.type !== 'file-history-snapshot' || !isObject(entry.snapshot)) return
  const { messageId = entry.messageId, trackedFileBackups, timestamp } = entry.snapshot
  if (typeof messageId !== 'string') return
  const isNew = entry.isSnapshotUpdate !== true || !timeline.has(messageId)
  const before = timeline.tracked()
  if (isNew) timeline.begin(messageId, typeof timestamp === 'string' ? timestamp : '')
  const files = isObject(trackedFileBackups) ? Object.entries(trackedFileBackups) : []
  for (const [path, value] of files) set(timeline, { messageId, path, value, old: before.get(path) })
  // A full line that leaves a file out knows nothing of it: another program has begun anew.
  if (isNew) for (const path of missing(before, files)) timeline.set(messageId, path, null)
}

type Statement = {
  readonly messageId: UUID
  readonly path: string
  readonly value: unknown
  readonly old?: FileBackup | undefined
}

/** Newer versions of Claude Code write one file a line. */
function readDelta(timeline: SnapshotTimeline, entry: Readonly<Record<string, unknown>>): void {
  const { snapshotMessageId: messageId, trackingPath: path, backup: value } = entry
  if (typeof messageId === 'string' && typeof path === 'string') set(timeline, { messageId, path, value })
}

function set(timeline: SnapshotTimeline, { messageId, path, value, old }: Statement): void {
  const backup = parseFileBackup(value)
  if (backup && !isSame(backup, old)) timeline.set(messageId, path, backup)
}

function isSame(a: FileBackup, b: FileBackup | undefined): boolean {
  return a.backupFileName === b?.backupFileName && a.version === b.version
}

function missing(
  before: ReadonlyMap<string, FileBackup>,
  files: readonly (readonly [string, unknown])[],
): readonly string[] {
  const named = new Set(files.map(([path]) => path))
  return [...before.keys()].filter(path => !named.has(path))
}
