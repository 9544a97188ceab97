import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchivedSession } from './archive-folder.ts'
import { listArchived, removeArchived } from './archive-folder.ts'
import { PART_NAME } from './durable-files.ts'
import { listFrames, removeFrame } from './frame-files.ts'

export type ArchivePruneOptions = {
  /** Sessions that nobody wants any more; none unless told. */
  readonly isUnwanted?: (session: ArchivedSession) => boolean
  /** The most that frames may take; sessions go, those that were written longest ago first, until they fit. */
  readonly mostBytes?: number
}

export type ArchivePruneReport = {
  /** Sessions that were taken away. */
  readonly sessions: readonly Pick<ArchivedSession, 'agent' | 'project' | 'session'>[]
  readonly frames: number
  readonly bytes: number
  /** Frames are only taken away where every manifest can be read: one that cannot may need any of them. */
  readonly isHeldBack: boolean
}

/** Takes away what no manifest names. Whoever calls it has the lease of the archive. */
export async function pruneArchive(
  folder: string,
  { isUnwanted = () => false, mostBytes = Number.POSITIVE_INFINITY }: ArchivePruneOptions = {},
): Promise<ArchivePruneReport> {
  const removed: ArchivedSession[] = []
  let kept: ArchivedSession[] = []
  for await (const session of listArchived(folder)) {
    if (isUnwanted(session)) removed.push(session)
    else kept.push(session)
  }
  const { frames, parts } = await listFrames(folder)
  const sizes = new Map(frames.map(({ hash, bytes }) => [hash, bytes]))
  const isHeldBack = kept.some(({ versions }) => versions.some(({ manifest }) => manifest === null))
  if (Number.isFinite(mostBytes)) {
    const { fitting, others } = fit(kept, { sizes, mostBytes })
    removed.push(...others)
    kept = [...fitting]
  }
  for (const session of removed) await removeArchived(session)
  for (const part of [...parts, ...(await listManifestParts(folder))]) await rm(part, { force: true })
  const named = new Set(kept.flatMap(hashesOf))
  const unnamed = isHeldBack ? [] : frames.filter(({ hash }) => !named.has(hash))
  for (const frame of unnamed) await removeFrame(frame)
  return {
    sessions: removed.map(({ agent, project, session }) => ({ agent, project, session })),
    frames: unnamed.length,
    bytes: unnamed.reduce((sum, { bytes }) => sum + bytes, 0),
    isHeldBack,
  }
}

function hashesOf({ versions }: ArchivedSession): readonly string[] {
  return versions.flatMap(({ manifest }) => manifest?.frames.map(([hash]) => hash) ?? [])
}

type Room = { readonly sizes: ReadonlyMap<string, number>; readonly mostBytes: number }

/** The newest sessions that have room, and the others. A frame that several have counts once. */
function fit(
  sessions: readonly ArchivedSession[],
  { sizes, mostBytes }: Room,
): { readonly fitting: readonly ArchivedSession[]; readonly others: readonly ArchivedSession[] } {
  const newestFirst = sessions.toSorted((one, other) => ageOf(other) - ageOf(one))
  const counted = new Set<string>()
  let bytes = 0
  let count = 0
  for (const session of newestFirst) {
    for (const hash of hashesOf(session)) if (!counted.has(hash)) bytes += sizes.get(hash) ?? 0
    for (const hash of hashesOf(session)) counted.add(hash)
    if (bytes > mostBytes) break
    count += 1
  }
  return { fitting: newestFirst.slice(0, count), others: newestFirst.slice(count) }
}

function ageOf({ versions }: ArchivedSession): number {
  return Math.max(0, ...versions.map(({ manifest }) => manifest?.modifiedAt ?? 0))
}

async function listManifestParts(folder: string): Promise<readonly string[]> {
  const root = join(folder, 'sessions')
  const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return names
    .filter(({ name }) => PART_NAME.test(name))
    .map(({ parentPath, name }) => join(parentPath, name))
}
