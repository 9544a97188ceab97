/** What the agent knows of a file: enough to notice that somebody else changed it. */
export type KnownFile = {
  /** Milliseconds since 1970 at which it was changed last, when it was read or written. */
  readonly modifiedAt: number
  readonly content: string
  /** Only a part was read. */
  readonly isPartial: boolean
}

/** The files that the agent has read or written in this session, by absolute path. */
export interface FileMemory {
  get(path: string): KnownFile | undefined
  set(path: string, file: KnownFile): void
  delete(path: string): void
  entries(): Iterable<readonly [string, KnownFile]>
}

/** Keeps the last files, and of those not more than `maxUnits` characters. */
export function createFileMemory(maxUnits: number = DEFAULT_UNITS): FileMemory {
  const files = new Map<string, KnownFile>()
  let units = 0

  function forget(path: string): void {
    units -= files.get(path)?.content.length ?? 0
    files.delete(path)
  }

  return {
    get: path => files.get(path),
    set(path, file) {
      forget(path)
      files.set(path, file)
      units += file.content.length
      for (const oldest of files.keys()) {
        if (units <= maxUnits || oldest === path) break
        forget(oldest)
      }
    },
    delete: forget,
    entries: () => files.entries(),
  }
}

const DEFAULT_UNITS = 25_000_000
