import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { isLockName } from '../file/lock-file.ts'
import type { LogScope } from './follow-logs.ts'
import { type Watcher, type WatchFolder, watchFolder } from './watch-file.ts'

/** The folders of a scope, each watched: what thousands of files cost is a watch a folder and no descriptor. */
export interface LogTree {
  /** Hands over the logs of each folder, and watches every folder that is not watched yet. */
  sweep(take: TakeLogs): Promise<void>
  /** True where a folder is not watched, so that only a sweep finds what changes in it. */
  isBlind(): boolean
  close(): void
}

/** Takes the logs that lie directly in one folder. */
export type TakeLogs = (paths: readonly string[]) => Promise<void> | void

export type LogTreeOptions = {
  readonly scope: LogScope
  /** A log that came, changed or went. */
  readonly onLog: (path: string) => void
  readonly watchFolder?: WatchFolder
}

/** Nothing is watched before the first sweep. Notifications that walk trees by themselves watch every file, too. */
export function createLogTree({ scope, onLog, ...options }: LogTreeOptions): LogTree {
  const watched = new Map<string, WatchedFolder>()
  let isBlind = true
  let isClosed = false

  return {
    sweep(take) {
      isBlind = false
      return enter(scope.top, take)
    },
    isBlind: () => isBlind,
    close() {
      isClosed = true
      for (const folder of [...watched.keys()]) forget(folder)
    },
  }

  async function enter(folder: string, take: TakeLogs): Promise<void> {
    // Watched before it is read, so that nothing comes in between.
    await watch(folder)
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    if (isClosed) return
    const logs: string[] = []
    const folders: string[] = []
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (isLog(path)) logs.push(path)
      else if (isFolder(entry, path) && wantsFolder(path)) folders.push(path)
    }
    await Promise.all([take(logs), ...folders.map(path => enter(path, take))])
  }

  function isLog(path: string): boolean {
    return scope.keyOf(relative(scope.top, path)) !== null
  }

  function wantsFolder(path: string): boolean {
    return scope.wantsFolder(relative(scope.top, path))
  }

  /** A project's folder may be a link; further down a link could lead in a circle. */
  function isFolder(entry: Dirent, path: string): boolean {
    if (entry.isDirectory()) return true
    return entry.isSymbolicLink() && !relative(scope.top, path).includes(sep)
  }

  async function watch(folder: string): Promise<void> {
    const known = watched.get(folder)
    // A folder made anew under the same name has another inode, mostly; its watch is dead.
    const inode = known && (await stat(folder).catch(() => null))?.ino
    if (isClosed || (known && (known.inode ?? inode) === inode)) {
      if (known && inode !== undefined) known.inode = inode
      return
    }
    forget(folder)
    try {
      watched.set(folder, { watcher: watchIt(folder) })
    } catch {
      // Not there yet, no watches left, or a system that has none: sweeping does it.
      isBlind = true
    }
  }

  function watchIt(folder: string): Watcher {
    return (options.watchFolder ?? watchFolder)(folder, {
      onEvent(event, name) {
        if (name === null) return void look(folder)
        if (isLockName(name)) return
        const path = join(folder, name)
        if (isLog(path)) return onLog(path)
        if (event === 'named' && wantsFolder(path)) {
          // It may have gone and come back; the watch would be dead.
          forget(path)
          void look(path)
        }
        if (event === 'named' && name === basename(folder)) forget(folder)
      },
      onFailure: () => forget(folder),
    })
  }

  /** Reads a folder that was just made, or of which something unnamed was told. */
  async function look(folder: string): Promise<void> {
    await enter(folder, paths => {
      for (const path of paths) onLog(path)
    })
  }

  function forget(folder: string): void {
    watched.get(folder)?.watcher.close()
    watched.delete(folder)
  }
}

/** The inode is known from the second look on. */
type WatchedFolder = { inode?: number; readonly watcher: Watcher }
