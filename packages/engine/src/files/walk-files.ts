import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GlobFilter } from './glob-filter.ts'
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts'

type WalkOptions = {
  readonly root: string
  readonly filter: GlobFilter
  readonly signal: AbortSignal
  /** Told once, when there are more entries than anybody should look at. */
  readonly onTooMany?: () => void
}

type WalkedFile = {
  readonly path: string
  /** From the root, with slashes. */
  readonly relative: string
  readonly isLink: boolean
}

/** Folders in which nobody searches unless they name them. */
export const SKIPPED_FOLDERS = ['.git', '.hg', '.svn', '.jj', 'node_modules'] as const

/** Every file below a folder that is not ignored, in the order of the names; links are not followed. */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<WalkedFile> {
  const rules = await createIgnoreRules(options.root)
  const budget = { entries: MAXIMUM_ENTRIES }
  yield* walkFolder(options, { path: options.root, relative: '', rules }, budget)
}

const MAXIMUM_ENTRIES = 500_000

type Folder = { readonly path: string; readonly relative: string; readonly rules: IgnoreRules }

async function* walkFolder(
  options: WalkOptions,
  folder: Folder,
  budget: { entries: number },
): AsyncGenerator<WalkedFile> {
  options.signal.throwIfAborted()
  const entries = await readEntries(folder.path)
  const rules = await folder.rules.enter(folder.path, new Set(entries.map(({ name }) => name)))
  for (const entry of entries) {
    budget.entries -= 1
    if (budget.entries === 0) options.onTooMany?.()
    if (budget.entries <= 0) return
    const path = join(folder.path, entry.name)
    const relative = folder.relative === '' ? entry.name : `${folder.relative}/${entry.name}`
    const isFolder = entry.isDirectory()
    if (!isFolder && !entry.isFile() && !entry.isSymbolicLink()) continue
    if (isLeftOut({ path, relative, isFolder, rules, filter: options.filter })) continue
    if (isFolder) yield* walkFolder(options, { path, relative, rules }, budget)
    else yield { path, relative, isLink: entry.isSymbolicLink() }
  }
}

type Candidate = {
  readonly path: string
  readonly relative: string
  readonly isFolder: boolean
  readonly rules: IgnoreRules
  readonly filter: GlobFilter
}

function isLeftOut({ path, relative, isFolder, rules, filter }: Candidate): boolean {
  const verdict = filter.judge(relative, isFolder)
  return verdict === 'exclude' || (verdict === 'none' && rules.ignores(path, isFolder))
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => compareNames(a.name, b.name))
  } catch {
    // Somebody else's folder, or one that is gone by now: as if it were empty.
    return []
  }
}

/** The order of the bytes, which is ripgrep's. */
function compareNames(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
}
