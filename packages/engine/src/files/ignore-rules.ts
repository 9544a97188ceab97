import { stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import ignore from 'ignore'
import { readPlainFile } from './read-plain-file.ts'

/** Which files of a folder are left alone, by the ignore files in it and above it. */
export interface IgnoreRules {
  ignores(path: string, isFolder: boolean): boolean
  /** The rules inside a folder; `names` are what it contains. */
  enter(folder: string, names: ReadonlySet<string>): Promise<IgnoreRules>
}

/** The rules of everything above a folder, up to the repository's root; none outside of a repository. */
export async function createIgnoreRules(root: string): Promise<IgnoreRules> {
  const repository = await findRepository(root)
  if (repository === null) return toRules([])
  let sources: readonly Source[] = []
  for (const folder of foldersBetween(repository, root)) {
    sources = [...sources, ...(await readSources(folder, null))]
    // Somebody who names a folder that is ignored wants to look into it all the same.
    if (toRules(sources).ignores(nextFolder(folder, root), true)) sources = []
  }
  return toRules(sources)
}

/** The folder with `.git` in which a folder lies; null for none. */
export async function findRepository(folder: string): Promise<string | null> {
  for (let current = folder; ; current = dirname(current)) {
    const found = await stat(join(current, '.git')).catch(() => null)
    if (found !== null) return current
    if (dirname(current) === current) return null
  }
}

type Source = { readonly folder: string; readonly rank: number; readonly matcher: ignore.Ignore }

/** The later ones win, wherever they stand: as in ripgrep. */
export const IGNORE_FILES: readonly string[] = [
  join('.git', 'info', 'exclude'),
  '.gitignore',
  '.ignore',
  '.rgignore',
]
/** The largest of them that is read. */
export const LARGEST_IGNORE_FILE: number = 1024 * 1024

function toRules(sources: readonly Source[]): IgnoreRules {
  const ordered = sources.toSorted((a, b) => b.rank - a.rank || b.folder.length - a.folder.length)
  const rules: IgnoreRules = {
    ignores(path, isFolder) {
      for (const { folder, matcher } of ordered) {
        const name = relative(folder, path).split(sep).join('/')
        const { ignored, unignored } = matcher.test(isFolder ? `${name}/` : name)
        if (ignored || unignored) return ignored
      }
      return false
    },
    async enter(folder, names) {
      const added = await readSources(folder, names)
      return added.length === 0 ? rules : toRules([...sources, ...added])
    },
  }
  return rules
}

async function readSources(folder: string, names: ReadonlySet<string> | null): Promise<readonly Source[]> {
  const sources: Source[] = []
  for (const [rank, name] of IGNORE_FILES.entries()) {
    if (names !== null && !names.has(name.split(sep)[0] ?? name)) continue
    const read = await readPlainFile(join(folder, name), { root: null, maximumBytes: LARGEST_IGNORE_FILE })
    if (read === null || 'problem' in read) continue
    const matcher = ignore({ ignorecase: false, allowRelativePaths: true }).add(read.text)
    sources.push({ folder, rank, matcher })
  }
  return sources
}

/** From the repository's root down to the folder, without the folder itself. */
function foldersBetween(repository: string, root: string): readonly string[] {
  const folders: string[] = []
  for (let current = root; current !== repository; current = dirname(current)) folders.push(dirname(current))
  return folders.reverse()
}

function nextFolder(folder: string, root: string): string {
  return join(folder, relative(folder, root).split(sep)[0] ?? '')
}
