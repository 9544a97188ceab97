import { join } from 'node:path'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
import type { PersonSettings } from '../person/default-settings.ts'
import { readSettingsFile } from '../person/settings-file.ts'

/** Where the archive is, and what a person wants of it. */
export type ArchivePlace = {
  readonly folder: string
  readonly settings: PersonSettings
  /** What is wrong with the settings: while something is, nothing is taken away. */
  readonly problems: readonly string[]
}

/** The archive of the person; null where nothing says where their home is. */
export async function findArchive(io: Pick<Io, 'env'>): Promise<ArchivePlace | null> {
  return findArchiveOf(findConfigFolder(io.env, homeOf(io)))
}

/** The archive that belongs to a folder of settings. */
export async function findArchiveOf(config: string | null): Promise<ArchivePlace | null> {
  if (config === null) return null
  const { settings, problems } = await readSettingsFile(config)
  return { folder: settings.archiveFolder || join(config, 'archive'), settings, problems }
}
