import { createHash } from 'node:crypto'
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireLease, type Lease } from '../file/lease.ts'
import { makeFolder } from '../file/make-folder.ts'
import { hasCode, toTranscriptError } from '../transcript-error.ts'
import { type ArchiveManifest, decodeManifest, encodeManifest } from './archive-manifest.ts'
import { PART_NAME, syncFolder, writeDurably } from './durable-files.ts'

/** Which session a folder of manifests is of: who reads the path knows it, even where every manifest is damaged. */
export type ArchivedName = Pick<ArchiveManifest, 'agent' | 'project' | 'session'>

/** What the archive has of one session; the newest version first. */
export type ArchivedSession = ArchivedName & {
  /** The folder of its manifests. */
  readonly folder: string
  readonly versions: readonly ArchivedVersion[]
  /** When a person deleted it where it was; then nobody is shown it. */
  readonly deletedAt?: string
}

export type ArchivedVersion = {
  readonly path: string
  readonly number: number
  /** Null where the manifest cannot be read; then `problem` says why. */
  readonly manifest: ArchiveManifest | null
  readonly problem?: string
}

/** The right to write to an archive; null where somebody else does so now. */
export async function leaseArchive(folder: string): Promise<Lease | null> {
  try {
    makeFolder(folder)
  } catch (error) {
    throw toTranscriptError(error, folder)
  }
  return acquireLease(toLeasePath(folder))
}

/** Stands for the whole archive. */
export function toLeasePath(folder: string): string {
  return join(folder, 'writer')
}

/** The folder of a session's manifests: readable for people, and another one for each origin. */
export function toSessionFolder(
  folder: string,
  { agent, project, session, origin }: ArchivedName & Pick<ArchiveManifest, 'origin'>,
): string {
  const mark = createHash('sha256').update(`${origin.path}\0${origin.row}`).digest('hex').slice(0, 8)
  return join(folder, 'sessions', toName(agent), toName(project), `${toName(session)}~${mark}`)
}

/** Ids come from files: none may lead out of the folder. */
function toName(text: string): string {
  return (
    text
      .replaceAll(/[^\w.-]/g, '-')
      .replace(/^\.+/, '-')
      .slice(0, 160) || '-'
  )
}

/** Every session of the archive, in the order of their names. */
export async function* listArchived(folder: string): AsyncGenerator<ArchivedSession, void, undefined> {
  const root = join(folder, 'sessions')
  for (const agent of await list(root))
    for (const project of await list(join(root, agent)))
      for (const name of await list(join(root, agent, project))) {
        const session = await readArchived(join(root, agent, project, name))
        if (session) yield session
      }
}

async function list(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).toSorted()
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/** What the archive has in a session's folder; null where there is nothing. */
export async function readArchived(folder: string): Promise<ArchivedSession | null> {
  const [agent = '', project = '', name = ''] = folder.split(/[\\/]/).slice(-3)
  const versions: ArchivedVersion[] = []
  let deletedAt: string | undefined
  for (const file of await list(folder)) {
    if (file === DELETED) deletedAt = (await readFile(join(folder, file), 'utf8').catch(() => '')).trim()
    const number = Number(/^v(\d+)\.manifest$/.exec(file)?.[1] ?? Number.NaN)
    if (Number.isSafeInteger(number)) versions.push(await readVersion(join(folder, file), number))
  }
  if (versions.length === 0) return null
  versions.sort((one, other) => other.number - one.number)
  const known = versions.find(({ manifest }) => manifest !== null)?.manifest
  const session = known?.session ?? name.slice(0, name.lastIndexOf('~'))
  return {
    agent: known?.agent ?? agent,
    project: known?.project ?? project,
    ...{ session, folder, versions },
    ...(deletedAt !== undefined && { deletedAt }),
  }
}

async function readVersion(path: string, number: number): Promise<ArchivedVersion> {
  try {
    const read = decodeManifest(await readFile(path))
    return 'problem' in read
      ? { path, number, manifest: null, problem: read.problem }
      : { path, number, manifest: read }
  } catch (error) {
    const problem = `cannot be read (${error instanceof Error ? error.message : String(error)})`
    return { path, number, manifest: null, problem }
  }
}

/** Adds a version, on the disk before this resolves. */
export async function writeVersion(
  folder: string,
  manifest: ArchiveManifest,
  number: number,
): Promise<ArchivedVersion> {
  const path = join(toSessionFolder(folder, manifest), `v${String(number).padStart(6, '0')}.manifest`)
  await writeDurably(path, Buffer.from(encodeManifest(manifest)))
  return { path, number, manifest }
}

/** Takes a version away; its frames stay until they are pruned. */
export async function removeVersion({ path }: Pick<ArchivedVersion, 'path'>): Promise<void> {
  await rm(path, { force: true })
}

/** Takes all of a session away. */
export async function removeArchived({ folder, versions }: ArchivedSession): Promise<void> {
  for (const version of versions) await removeVersion(version)
  await rm(join(folder, DELETED), { force: true })
  for (const name of await list(folder))
    if (PART_NAME.test(name)) await rm(join(folder, name), { force: true })
  await rmdir(folder).catch(() => undefined)
  await syncFolder(dirname(folder)).catch(() => undefined)
}

/** Notes that a person deleted the session where it was, or that it is back (null). */
export async function markDeleted(
  session: Pick<ArchivedSession, 'folder'>,
  at: string | null,
): Promise<void> {
  const path = join(session.folder, DELETED)
  if (at === null) await rm(path, { force: true })
  else await writeDurably(path, Buffer.from(`${at}\n`))
}

const DELETED = 'deleted'
