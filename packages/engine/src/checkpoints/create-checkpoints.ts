import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { UUID } from '@antiphon/core'
import type { FileHistorySnapshotEntry } from '@antiphon/core/log'
import { toDisplayPath } from '../files/tool-path.ts'
import { followLinks } from '../files/write-file-atomically.ts'
import type { PermissionState } from '../permissions/permission.ts'
import { createSequence } from '../waiting/sequence.ts'
import { createBackupFolder } from './backup-folder.ts'
import { type Checkpoints, refuseRewind } from './checkpoints.ts'
import { createFileKeeper } from './file-keeper.ts'
import { MAXIMUM_BACKUP_BYTES, readFingerprint } from './file-state.ts'
import { createRewindJudge } from './judge-rewind.ts'
import { rewindFiles } from './rewind-files.ts'
import { createSnapshotEntry, createSnapshotTimeline, readSnapshotEntry } from './snapshot-timeline.ts'

export type CheckpointsOptions = {
  /** Where the copies are: `<root>/file-history/<session>`. */
  readonly folder: string
  /** The working directory of the session; files below it are named from there. */
  readonly cwd: string
  /** Stores a line in the session's log; resolves when it is durable. */
  readonly record: (entry: FileHistorySnapshotEntry) => Promise<unknown>
  /**
   * The lines of the log of a session that goes on, in their order; those of other types are passed over. They are read
   * beside whatever else is done: only whoever wants a checkpoint waits for them.
   */
  readonly entries?: Iterable<unknown> | AsyncIterable<unknown>
  readonly now?: () => number
  /** Larger files are not kept. */
  readonly maximumBytes?: number
}

/** Checkpoints on disk, in the form of Claude Code: either program can rewind what the other did. */
export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { cwd, record, now = Date.now, maximumBytes = MAXIMUM_BACKUP_BYTES } = options
  const timeline = createSnapshotTimeline()
  const backups = createBackupFolder(options.folder)
  const problems: string[] = []
  const tell = (problem: string): void => void problems.push(problem)
  const keeper = createFileKeeper({ cwd, backups, maximumBytes, now, tell })
  const left = new Map<string, string>()
  const own = new Set<string>()
  const judgeByFolder = createRewindJudge({ ...NO_RULES, cwd })
  // Subagents change files side by side.
  const inOrder = createSequence()
  inOrder(async () => {
    for await (const entry of options.entries ?? []) readSnapshotEntry(timeline, entry)
  }).catch(error => tell(`Earlier checkpoints of the files could not be read: ${toText(error)}`))

  const nextVersion = (path: string): number => timeline.lastVersion(path) + 1

  async function remember(trackingPath: string): Promise<void> {
    left.set(trackingPath, await readFingerprint(resolve(cwd, trackingPath)))
  }

  async function writeEntry(updatedBy?: UUID): Promise<void> {
    const snapshot = timeline.last()
    if (!snapshot) return
    const files = timeline.tracked()
    await record(createSnapshotEntry({ snapshot, files, ...(updatedBy !== undefined && { updatedBy }) }))
  }

  /** Work that must not get in anybody's way. */
  const aside = (work: () => Promise<void>): Promise<void> =>
    inOrder(() =>
      work().catch(error => tell(`A checkpoint of the files could not be stored: ${toText(error)}`)),
    )

  return {
    beginPrompt: messageId =>
      aside(async () => {
        const before = timeline.tracked()
        timeline.begin(messageId, new Date(now()).toISOString())
        for (const [path, old] of before) {
          const backup = await keeper.keepIfChanged(path, old, nextVersion(path))
          if (backup !== old) timeline.set(messageId, path, backup)
          await remember(path)
        }
        await writeEntry()
      }),
    beforeChange: (path, source = {}) =>
      aside(async () => {
        const snapshot = timeline.last()
        const trackingPath = await toTrackingPath(path, cwd)
        if (!snapshot || timeline.tracked().has(trackingPath)) return
        const backup = await keeper.keep(trackingPath, nextVersion(trackingPath))
        timeline.set(snapshot.messageId, trackingPath, backup)
        own.add(trackingPath)
        await writeEntry(source.messageId ?? snapshot.messageId)
      }),
    afterChange: path => aside(async () => remember(await toTrackingPath(path, cwd))),
    rewind: (messageId, { dryRun = false, judge = judgeByFolder } = {}) =>
      inOrder(async () => {
        if (!timeline.has(messageId))
          return refuseRewind(`There is no checkpoint of the files for message ${messageId}.`)
        const files = timeline.filesAt(messageId)
        const { lastVersion } = timeline
        const leftAs = (path: string): string | undefined => left.get(path)
        const isOwn = (path: string): boolean => own.has(path)
        const result = await rewindFiles({
          ...{ files, cwd, backups, maximumBytes, dryRun },
          ...{ judge, isOwn, lastVersion, leftAs },
        })
        if (!dryRun) for (const path of files.keys()) await remember(path)
        return result
      }),
    takeProblems: () => problems.splice(0),
  }
}

const NO_RULES: Omit<PermissionState, 'cwd'> = {
  mode: 'default',
  rules: { allow: [], deny: [], ask: [] },
  additionalDirectories: [],
  home: homedir(),
}

/** The name of a file in the log. Tools write through links, so it is the file at their end that changes. */
async function toTrackingPath(path: string, cwd: string): Promise<string> {
  return toDisplayPath(await followLinks(path), cwd)
}

function toText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
