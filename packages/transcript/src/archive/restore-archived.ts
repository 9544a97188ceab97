import { createHash, randomBytes } from 'node:crypto'
import { chmod, open, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../file/make-folder.ts'
import { moveToNew } from '../file/move-to-new.ts'
import { toTranscriptError } from '../transcript-error.ts'
import type { ArchivedFile, ArchiveManifest } from './archive-manifest.ts'
import { type ArchiveDamage, readArchivedFile } from './read-archived.ts'

/** What became of one file. */
export type RestoredFile = {
  readonly path: string
  /** `same`: it is there already, byte for byte. `refused`: something else is there, and it is left as it is. */
  readonly kind: 'restored' | 'same' | 'refused' | 'partly'
  readonly damage: readonly ArchiveDamage[]
}

export type RestoreOptions = {
  /** Where a file shall be written. */
  readonly toPath: (file: ArchivedFile) => string
  /** Also what is left of a damaged file: the lost stretches are left out of it. */
  readonly isPartial?: boolean
  /** The time that files get, in milliseconds; their own unless told. */
  readonly modifiedAt?: number | undefined
}

/** Writes files of a version; never over something that is there, and never a damaged one that nobody asked for. */
export async function restoreFiles(
  folder: string,
  manifest: ArchiveManifest,
  files: readonly ArchivedFile[],
  options: RestoreOptions,
): Promise<readonly RestoredFile[]> {
  const restored: RestoredFile[] = []
  for (const file of files) {
    const path = options.toPath(file)
    try {
      restored.push(await restoreFile({ folder, manifest, file, path }, options))
    } catch (error) {
      throw toTranscriptError(error, path)
    }
  }
  return restored
}

type Work = {
  readonly folder: string
  readonly manifest: ArchiveManifest
  readonly file: ArchivedFile
  readonly path: string
}

async function restoreFile(
  work: Work,
  { isPartial = false, modifiedAt = work.file.modifiedAt }: RestoreOptions,
): Promise<RestoredFile> {
  const { file, path } = work
  if (await isThere(path)) return { path, kind: await compare(path, file), damage: [] }
  makeFolder(dirname(path))
  const part = join(dirname(path), `.${randomBytes(6).toString('hex')}.part`)
  try {
    const damage = await unpackTo(part, work)
    if (damage.length > 0 && !isPartial) return { path, kind: 'refused', damage }
    await chmod(part, file.mode)
    await utimes(part, new Date(), new Date(modifiedAt))
    if (!(await moveToNew(part, path))) return { path, kind: await compare(path, file), damage: [] }
    return { path, kind: damage.length > 0 ? 'partly' : 'restored', damage }
  } finally {
    await rm(part, { force: true })
  }
}

async function unpackTo(
  part: string,
  { folder, manifest, file, path }: Work,
): Promise<readonly ArchiveDamage[]> {
  const damage: ArchiveDamage[] = []
  const hash = createHash('sha256')
  const handle = await open(part, 'wx', 0o600)
  try {
    for await (const piece of readArchivedFile(folder, manifest, file))
      if (piece.kind === 'bytes') {
        hash.update(piece.bytes)
        await handle.writeFile(piece.bytes)
      } else {
        const { at, length, problem, frame } = piece
        damage.push({ path, from: at, to: at + length, problem, frame })
      }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (damage.length === 0 && hash.digest('hex') !== file.hash)
    damage.push({ path, from: 0, to: file.size, problem: 'mismatch' })
  return damage
}

async function compare(path: string, { size, hash }: ArchivedFile): Promise<'same' | 'refused'> {
  const sum = createHash('sha256')
  const handle = await open(path, 'r')
  try {
    if ((await handle.stat()).size !== size) return 'refused'
    for await (const bytes of handle.createReadStream({ autoClose: false })) sum.update(bytes)
  } finally {
    await handle.close()
  }
  return sum.digest('hex') === hash ? 'same' : 'refused'
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
