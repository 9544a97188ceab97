import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type ArchivedName, type ArchivedVersion, listArchived, readArchived } from './archive-folder.ts'
import { setFrameAside } from './frame-files.ts'
import { type ArchiveDamage, findDamage } from './read-archived.ts'

/** A version that cannot be had back whole. */
export type DamagedVersion = ArchivedName & {
  readonly manifest: string
  /** Why the manifest cannot be read; then nobody knows which bytes it had. */
  readonly problem?: string
  readonly damage: readonly ArchiveDamage[]
}

export type ArchiveCheck = {
  readonly sessions: number
  readonly versions: number
  readonly bytes: number
  readonly damaged: readonly DamagedVersion[]
}

export type CheckArchiveOptions = {
  readonly signal?: AbortSignal
  readonly onProgress?: (done: { readonly sessions: number; readonly bytes: number }) => void
}

/** Reads everything that the archive has, and tells what is not as it was kept. */
export async function checkArchive(
  folder: string,
  { signal, onProgress }: CheckArchiveOptions = {},
): Promise<ArchiveCheck> {
  const damaged: DamagedVersion[] = []
  let [sessions, versions, bytes] = [0, 0, 0]
  const onRead = (read: number): void => {
    bytes += read
    onProgress?.({ sessions, bytes })
  }
  for await (const { agent, project, session, versions: all } of listArchived(folder)) {
    sessions += 1
    for (const version of all) {
      versions += 1
      const found = await checkVersion(folder, version, { onRead, ...(signal && { signal }) })
      if (found) damaged.push({ agent, project, session, manifest: version.path, ...found })
    }
  }
  return { sessions, versions, bytes, damaged }
}

async function checkVersion(
  folder: string,
  { manifest, problem }: ArchivedVersion,
  work: Parameters<typeof findDamage>[2],
): Promise<Pick<DamagedVersion, 'problem' | 'damage'> | null> {
  if (manifest === null) return { damage: [], ...(problem !== undefined && { problem }) }
  const damage = await findDamage(folder, manifest, work)
  return damage.length > 0 ? { damage } : null
}

/** Takes damaged frames out of the way, so that the next run keeps them anew where their bytes are still to be had. */
export async function setDamageAside(folder: string, { damaged }: ArchiveCheck): Promise<void> {
  const frames = damaged.flatMap(({ damage }) => damage.flatMap(({ frame }) => frame ?? []))
  for (const frame of new Set(frames)) await setFrameAside(folder, frame)
}

/** Takes manifests that cannot be read out of the way where the session has a newer one that can. */
export async function setManifestsAside({ damaged }: ArchiveCheck): Promise<void> {
  for (const { manifest, problem } of damaged) {
    if (problem === undefined) continue
    const newest = (await readArchived(dirname(manifest)))?.versions[0]
    if (newest?.manifest && newest.path !== manifest) await rename(manifest, `${manifest}.damaged`)
  }
}
