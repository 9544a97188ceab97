import { TranscriptError, toTranscriptError } from '../transcript-error.ts'
import { type AppendFile, openAppendFile } from './append-file.ts'
import type { Disk } from './disk.ts'
import type { Lease } from './lease.ts'

/** The open writers of a store, one a file, each with its lease. */
export interface WriterPool {
  /** The writer of a file if it is open: no promise, so that appends of one tick come together. */
  get(path: string): AppendFile | undefined
  /** The writer of a file; null while another process has the lease. */
  open(path: string): Promise<AppendFile | null>
  tryLease(path: string): Promise<Lease | null>
  flush(): Promise<void>
  release(path: string): Promise<void>
  close(): Promise<void>
}

export type WriterPoolOptions = {
  readonly disk: Disk
  readonly acquireLease: (path: string) => Promise<Lease | null>
}

type LeasedFile = { readonly file: AppendFile; readonly lease: Lease }

/** Opens writers as they are needed; a lost lease is asked for again the next time. */
export function createWriterPool({ disk, acquireLease }: WriterPoolOptions): WriterPool {
  const writers = new Map<string, Promise<LeasedFile | null>>()
  const files = new Map<string, AppendFile>()
  const leaving = new Map<string, Promise<void>>()
  let isClosed = false
  return {
    get: path => files.get(path),
    async open(path) {
      if (isClosed) throw new TranscriptError('closed', `The store of ${path} was closed.`)
      let opening = writers.get(path)
      if (!opening) {
        opening = openLeased(path)
        writers.set(path, opening)
        const forget = (): void => void writers.delete(path)
        opening.then(writer => writer ?? forget(), forget)
      }
      return (await opening)?.file ?? null
    },
    tryLease: path => acquireLease(path),
    async flush() {
      await Promise.all([...(await opened()).values()].map(({ file }) => file.flush()))
    },
    async release(path) {
      const writer = await writers.get(path)
      if (writer) giveUp(path, writer)
      await leaving.get(path)
    },
    async close() {
      isClosed = true
      for (const [path, writer] of await opened()) giveUp(path, writer)
      const left = await Promise.allSettled(leaving.values())
      for (const result of left) if (result.status === 'rejected') throw result.reason
    },
  }

  /** Whoever comes back while we leave has to wait until the lease is free. */
  function giveUp(path: string, { file, lease }: LeasedFile): void {
    if (leaving.has(path)) return
    writers.delete(path)
    files.delete(path)
    const left = file
      .close()
      .finally(() => lease.release())
      .finally(() => leaving.delete(path))
    leaving.set(path, left)
  }

  async function openLeased(path: string): Promise<LeasedFile | null> {
    try {
      await leaving.get(path)?.catch(() => undefined)
      const lease = await acquireLease(path)
      if (!lease) return null
      try {
        const file = await openAppendFile(path, disk, lease.isHeld)
        files.set(path, file)
        return { file, lease }
      } catch (error) {
        await lease.release()
        throw error
      }
    } catch (error) {
      throw toTranscriptError(error, path)
    }
  }

  async function opened(): Promise<ReadonlyMap<string, LeasedFile>> {
    const all = new Map<string, LeasedFile>()
    for (const [path, opening] of [...writers]) {
      const writer = await opening.catch(() => null)
      if (writer) all.set(path, writer)
    }
    return all
  }
}
