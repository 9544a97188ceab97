import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { isLeased, type Lease } from '../file/lease.ts'
import {
  type ArchivedSession,
  leaseArchive,
  listArchived,
  markDeleted,
  readArchived,
  toLeasePath,
  toSessionFolder,
} from './archive-folder.ts'
import { type ArchivedFile, type ArchiveManifest, sha256 } from './archive-manifest.ts'

/** What is known of an archived session without reading its manifest. */
export type CatalogueEntry = Omit<ArchiveManifest, 'format' | 'files' | 'frames' | 'stamp'> & {
  /** The folder of its manifests. */
  readonly folder: string
  readonly versions: number
  readonly bytes: number
  readonly deletedAt?: string
  /** The files that a person reads. */
  readonly files: readonly Pick<ArchivedFile, 'path' | 'view' | 'size' | 'modifiedAt'>[]
}

/** The newest version of every session whose manifest can be read. It is remembered, and made anew where something was changed since. */
export async function readCatalogue(folder: string): Promise<readonly CatalogueEntry[]> {
  if (!existsSync(join(folder, 'sessions'))) return []
  const generation = await readText(join(folder, CHANGED))
  const kept = decode(await readText(toCataloguePath(folder)))
  // Who archives right now changes the generation before and keeps the catalogue behind it.
  if (generation !== '' && isObject(kept) && kept.format === FORMAT && kept.generation === generation)
    return kept.entries as unknown as readonly CatalogueEntry[]
  const entries = await buildCatalogue(folder)
  // What somebody changes right now is known when they are done.
  if (!(await isLeased(toLeasePath(folder)))) await keep(folder, generation, entries).catch(() => undefined)
  return entries
}

/** Does some work on an archive that nobody else writes meanwhile; null where somebody does. */
export async function changeArchive<T>(
  folder: string,
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const lease = await leaseArchive(folder)
  if (!lease) return null
  try {
    await writeFile(join(folder, CHANGED), randomBytes(8).toString('hex'), { mode: 0o600 })
    const done = await work(lease)
    const generation = randomBytes(8).toString('hex')
    await writeFile(join(folder, CHANGED), generation, { mode: 0o600 })
    await keep(folder, generation, await buildCatalogue(folder))
    return done
  } finally {
    await lease.release()
  }
}

/** Notes that a person deleted a session where it was, or that it is back (null); false where the archive has none. */
export async function noteDeleted(
  folder: string,
  of: Parameters<typeof toSessionFolder>[1],
  at: string | null,
): Promise<boolean> {
  const known = existsSync(folder) ? await readArchived(toSessionFolder(folder, of)) : null
  if (!known) return false
  await markDeleted(known, at)
  await writeFile(join(folder, CHANGED), randomBytes(8).toString('hex'), { mode: 0o600 })
  return true
}

const FORMAT = 1
const CHANGED = 'generation'

function toCataloguePath(folder: string): string {
  return join(folder, 'catalogue.json')
}

async function buildCatalogue(folder: string): Promise<readonly CatalogueEntry[]> {
  const entries: CatalogueEntry[] = []
  for await (const session of listArchived(folder)) {
    const entry = toEntry(session)
    if (entry) entries.push(entry)
  }
  return entries
}

function toEntry({ folder, versions, deletedAt }: ArchivedSession): CatalogueEntry | null {
  const manifest = versions.find(version => version.manifest !== null)?.manifest
  if (!manifest) return null
  const { format: _format, frames: _frames, stamp: _stamp, files, ...about } = manifest
  return {
    ...about,
    folder,
    versions: versions.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    ...(deletedAt !== undefined && { deletedAt }),
    files: files
      .filter(({ view }) => view !== '')
      .map(({ path, view, size, modifiedAt }) => ({ path, view, size, modifiedAt })),
  }
}

/** It is a memory alone: what cannot be kept is made anew. */
async function keep(folder: string, generation: string, entries: readonly CatalogueEntry[]): Promise<void> {
  const path = toCataloguePath(folder)
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    const text = JSON.stringify({ format: FORMAT, generation, entries })
    await writeFile(part, `${sha256(Buffer.from(text))}\n${text}`, { mode: 0o600 })
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Null where it is not there, or other than it was kept. */
function decode(kept: string): unknown {
  const end = kept.indexOf('\n')
  const text = kept.slice(end + 1)
  return end > 0 && sha256(Buffer.from(text)) === kept.slice(0, end) ? JSON.parse(text) : null
}
