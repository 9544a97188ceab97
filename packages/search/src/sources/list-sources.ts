import { type BigIntStats, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type DiscoveryProblem, type ListedFile, listSessionFiles } from '@antiphon/transcript'

/** A log of a session as it is now. */
export type SourceFile = {
  readonly path: string
  readonly session: string
  /** `agent-…` of a subagent's log. */
  readonly agent?: string
  /** Device and inode: the same file under any name. */
  readonly identity: string
  readonly size: number
  /** Nanoseconds of the epoch, as text. */
  readonly modified: string
}

/** A stretch of a file that begins and, unless it reaches the end of the file, ends with a line. */
export type SourceRange = {
  readonly file: SourceFile
  readonly start: number
  readonly end: number
}

export type SourceListing = {
  /** The newest first. */
  readonly files: readonly SourceFile[]
  readonly problems: readonly DiscoveryProblem[]
}

/** Every log below the roots, subagents included; what vanishes meanwhile is left out. */
export async function listSources(roots: readonly string[]): Promise<SourceListing> {
  const { files: listed, problems } = await listSessionFiles(roots, { hasSubagents: true })
  return { files: createSourceReader()(listed), problems }
}

/** Gives files that were listed as they are now, the newest first; the same list as long as none of them changed. */
function createSourceReader(): (listed: readonly ListedFile[]) => readonly SourceFile[] {
  let known: readonly (Dated | undefined)[] = []
  let files: readonly SourceFile[] = []
  return listed => {
    let isSame = known.length === listed.length
    const now = listed.map((one, index) => {
      const before = known[index]
      const dated = toSource(one, before)
      isSame &&= dated === before
      return dated
    })
    if (!isSame) files = sortSources(now)
    known = now
    return files
  }
}

/** Two names of one file, through a link, are one source. */
function sortSources(sources: readonly (Dated | undefined)[]): readonly SourceFile[] {
  const byIdentity = new Map<string, Dated>()
  for (const dated of sources)
    if (dated && !byIdentity.has(dated.file.identity)) byIdentity.set(dated.file.identity, dated)
  return [...byIdentity.values()]
    .sort((one, other) => Number(other.stats.mtimeMs - one.stats.mtimeMs))
    .map(({ file }) => file)
}

type Dated = { readonly file: SourceFile; readonly stats: BigIntStats }

/** The source that was known before where it is still that. */
function toSource({ path, kind, key }: ListedFile, before: Dated | undefined): Dated | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!stats?.isFile()) return undefined
  if (before?.file.path === path && isSameState(before.stats, stats)) return before
  const file = {
    path,
    session: key.session,
    ...(kind === 'subagent' && { agent: basename(path, '.jsonl') }),
    identity: `${stats.dev}:${stats.ino}`,
    size: Number(stats.size),
    modified: String(stats.mtimeNs),
  }
  return { file, stats }
}

function isSameState(one: BigIntStats, other: BigIntStats): boolean {
  return (
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.dev === other.dev
  )
}

/** Lists the logs of some roots again and again. */
interface SourceLister {
  list(): Promise<SourceListing>
}

/**
 * Folders that did not change name the same files, so that only these are looked at. Where something could not be read,
 * all is listed anew each time: a link may come to life without any change of its folder.
 */
export function createSourceLister(roots: readonly string[], settledMs?: number): SourceLister {
  const folders = createFolderStamper(roots, settledMs)
  const readSources = createSourceReader()
  let known: { readonly stamp: string; readonly listed: readonly ListedFile[] } | undefined
  return {
    async list() {
      const stamp = folders.stamp()
      if (stamp !== undefined && known?.stamp === stamp)
        return { files: readSources(known.listed), problems: [] }
      const { files: listed, problems } = await listSessionFiles(roots, { hasSubagents: true })
      const isKnown = stamp !== undefined && problems.length === 0
      known = isKnown ? { stamp, listed } : undefined
      return { files: readSources(listed), problems }
    },
  }
}

/** Tells whether a tree of folders names the same files as before, without reading the folders again. */
interface FolderStamper {
  /** Differs when a folder was changed, is new or is gone; nothing while one of them changed of late. */
  stamp(): string | undefined
}

/** Watches `projects` of each root and all folders below it. What changed less than `settledMs` ago may change again unseen. */
export function createFolderStamper(
  roots: readonly string[],
  settledMs: number = COARSEST_MS,
): FolderStamper {
  const known = new Map<string, { readonly changed: bigint; readonly folders: readonly string[] }>()
  return {
    stamp() {
      const stamps: string[] = []
      const latest = BigInt(Date.now() - settledMs) * NANOSECONDS
      let isSettled = true

      function visit(path: string, depth: number): void {
        const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
        const changed = stats?.ctimeNs ?? 0n
        stamps.push(`${path}\0${stats?.ino ?? 0n}:${changed}`)
        if (!stats?.isDirectory()) return
        if (changed >= latest) isSettled = false
        const before = known.get(path)
        const folders = before?.changed === changed ? before.folders : listFolders(path, depth)
        if (changed < latest) known.set(path, { changed, folders })
        if (depth < DEEPEST) for (const name of folders) visit(join(path, name), depth + 1)
      }

      try {
        for (const root of roots) visit(join(root, 'projects'), 0)
      } catch {
        // What cannot be looked into is listed, and told, each time.
        return undefined
      }
      return isSettled ? stamps.join('\n') : undefined
    },
  }
}

// The coarsest clock of a file system that people use.
const COARSEST_MS = 2000
const NANOSECONDS = 1_000_000n
const DEEPEST = 10

/** A link may stand for a project, and for nothing below it. */
function listFolders(path: string, depth: number): readonly string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter(entry => entry.isDirectory() || (depth === 0 && entry.isSymbolicLink()))
    .map(({ name }) => name)
}
