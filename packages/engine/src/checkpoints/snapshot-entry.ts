import { isObject } from '@antiphon/contract'
import type { UUID } from '@antiphon/core'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import { type FileBackup, parseFileBackup } from './file-backup.ts'
import type { Snapshot, SnapshotTimeline } from './snapshot-timeline.ts'

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
