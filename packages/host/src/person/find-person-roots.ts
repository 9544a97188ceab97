import { findRoots, type Roots } from '@antiphon/transcript'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from './config-folder.ts'
import { readSettingsFile } from './settings-file.ts'

/** Where the sessions of the person are: the usual places, and the folders of their settings. */
export async function findPersonRoots(io: Pick<Io, 'env'>): Promise<Roots> {
  const home = homeOf(io)
  const { settings } = await readSettingsFile(findConfigFolder(io.env, home))
  return findRoots(io.env, home, settings.folders)
}
