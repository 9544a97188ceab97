import { lstatSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { belongsToWorkTree, findGitPlace, findOwnRepository, type GitRepository } from './find-git-place.ts'
import { isQuietSetting } from './is-quiet-setting.ts'
import { type GitSetting, readGitSettings } from './read-git-settings.ts'
import { OBJECT_NAME_BYTES, readGitlinks } from './read-gitlinks.ts'
import { isMissing } from './read-small-file.ts'

/**
 * Whether git, only looking, runs no program that the repository around a folder names, nor one inside it that git
 * enters. True where there is no repository; what cannot be told completely is not quiet. Reads files, runs nothing.
 */
export function isQuietRepository(folder: string): boolean {
  const place = findGitPlace(folder)
  if (place === 'unclear') return false
  return place === 'none' || isQuiet(place, { left: MOST_REPOSITORIES })
}

const MOST_REPOSITORIES = 200

function isQuiet(repository: GitRepository, budget: { left: number }): boolean {
  budget.left -= 1
  if (budget.left < 0) return false
  const settings = readSettings(repository)
  if (settings === null || !settings.every(isQuietSetting)) return false
  const workTrees = valuesOf(settings, 'core', 'worktree')
  if (workTrees.length > 1 || !belongsToWorkTree(repository, workTrees[0] ?? null)) return false
  if (!areHooksQuiet(repository, valuesOf(settings, 'core', 'hookspath'))) return false
  const formats = new Set(valuesOf(settings, 'extensions', 'objectformat'))
  const [format = 'sha1'] = formats
  const hash = OBJECT_NAME_BYTES[format]
  if (formats.size > 1 || hash === undefined) return false
  const links = readGitlinks(join(repository.gitFolder, 'index'), hash)
  return links?.every(path => isQuietInside(join(repository.workTree, path), budget)) === true
}

function readSettings({ gitFolder, commonFolder }: GitRepository): readonly GitSetting[] | null {
  const own = readGitSettings(join(commonFolder, 'config'))
  const ofWorkTree = readGitSettings(join(gitFolder, 'config.worktree'))
  return own === null || ofWorkTree === null ? null : [...own, ...ofWorkTree]
}

/** The values of a setting; one without a value leads nowhere. */
function valuesOf(settings: readonly GitSetting[], section: string, name: string): readonly string[] {
  return settings
    .filter(setting => setting.section === section && setting.subsection === null && setting.name === name)
    .map(({ value }) => value ?? '')
}

/** What git runs after it has written the index anew, which it does while it only looks. */
const HOOK = 'post-index-change'

function areHooksQuiet(
  { workTree, gitFolder, commonFolder }: GitRepository,
  named: readonly string[],
): boolean {
  if (named.some(path => path === '' || /^[~%]|["\\]/.test(path))) return false
  const folders = named.flatMap(path =>
    isAbsolute(path) ? [path] : [workTree, gitFolder, commonFolder].map(base => resolve(base, path)),
  )
  return [join(commonFolder, 'hooks'), ...folders].every(folder => isNothingAt(join(folder, HOOK)))
}

/** A repository that git enters where it is there. */
function isQuietInside(workTree: string, budget: { left: number }): boolean {
  if (isNothingAt(join(workTree, '.git'))) return true
  const place = findOwnRepository(workTree)
  // Without a head git does not enter it.
  return place === 'none' || (place !== 'unclear' && isQuiet(place, budget))
}

function isNothingAt(path: string): boolean {
  try {
    lstatSync(path)
    return false
  } catch (error) {
    return isMissing(error)
  }
}
