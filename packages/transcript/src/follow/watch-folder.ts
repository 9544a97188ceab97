import { watch } from 'node:fs'

export interface Watcher {
  close(): void
}

export type FolderEvents = {
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
