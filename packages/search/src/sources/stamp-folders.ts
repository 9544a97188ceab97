import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Tells whether a tree of folders names the same files as before, without reading the folders again. */
export interface FolderStamper {
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
