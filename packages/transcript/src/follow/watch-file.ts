import { watch } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'

export type WatchFileOptions = {
  /** `isTold`: the system said so; otherwise it is only time to look. */
  readonly onChange: (isTold: boolean) => void
  readonly watchFolder?: WatchFolder
  /** How often to look without being told: a network's file system tells nothing of what others write. */
  readonly safetyPollMs?: number
  /** How often to look where nothing can be watched. */
  readonly pollMs?: number
}

/**
 * Calls back when a file may have changed, come or gone; also now and then for no reason. It watches the folder, since
 * a watch on a file dies with it. Resolves when the watch stands.
 */
export async function watchFile(path: string, options: WatchFileOptions): Promise<Watcher> {
  const { onChange, safetyPollMs = 1000, pollMs = 200 } = options
  let watched: WatchedFolder | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  await attach()
  schedule()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      watched?.watcher.close()
      watched = undefined
    },
  }

  function schedule(): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(poll, watched ? safetyPollMs : pollMs)
  }

  async function poll(): Promise<void> {
    // A watch that spoke since the last time is alive.
    if (!watched?.hasSpoken) {
      await attach()
      if (isClosed) return
      onChange(false)
    } else watched.hasSpoken = false
    schedule()
  }

  function lose(): void {
    watched?.watcher.close()
    watched = undefined
    void poll()
  }

  /** Watches the folder in which the file really lies, anew where that is another one than before. */
  async function attach(): Promise<void> {
    const target = await realpath(path).catch(() => resolve(path))
    const folder = dirname(target)
    const inode = (await stat(folder).catch(() => null))?.ino
    if (isClosed || (watched && watched.folder === folder && watched.inode === inode)) return
    watched?.watcher.close()
    watched = undefined
    if (inode === undefined) return
    const watcher = tryToWatch(folder, basename(target))
    if (watcher) watched = { folder, inode, watcher, hasSpoken: false }
  }

  function tryToWatch(folder: string, file: string): Watcher | undefined {
    const names = [null, file, basename(path)]
    try {
      return (options.watchFolder ?? watchFolder)(folder, {
        onEvent(event, name) {
          if (names.includes(name)) {
            if (watched) watched.hasSpoken = true
            onChange(true)
          }
          // Its own name is what comes when the folder itself goes, and the watch with it.
          else if (event === 'named' && name === basename(folder)) lose()
        },
        onFailure: lose,
      })
    } catch {
      // No watches left, or a system that has none: polling does it.
      return undefined
    }
  }
}

type WatchedFolder = {
  readonly folder: string
  readonly inode: number
  readonly watcher: Watcher
  hasSpoken: boolean
}

export interface Watcher {
  close(): void
}

type FolderEvents = {
  /** `changed`: a file was written. `named`: something came, went or was renamed. The name may be unknown. */
  readonly onEvent: (event: 'changed' | 'named', name: string | null) => void
  /** The watcher died; it is closed already. */
  readonly onFailure: () => void
}

/** Watches what lies directly in a folder; throws where the system has no watch to give. */
export type WatchFolder = (folder: string, events: FolderEvents) => Watcher

/** The system's own notifications: one watch a folder, and one descriptor for all of them on Linux. */
export const watchFolder: WatchFolder = (folder, { onEvent, onFailure }) => {
  const watcher = watch(folder, (event, name) => onEvent(event === 'rename' ? 'named' : 'changed', name))
  watcher.on('error', () => {
    watcher.close()
    onFailure()
  })
  return watcher
}
