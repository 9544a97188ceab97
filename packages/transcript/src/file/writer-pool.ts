import { toTranscriptError } from '../transcript-error.ts'
import { type AppendFile, openAppendFile } from './append-file.ts'
import type { Disk } from './disk.ts'
import type { Lease } from './lease.ts'

/** The open writers of a store, one a file, each with its lease. */
export interface WriterPool {
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
  return {
    async open(path) {
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
      await Promise.all((await opened()).map(({ file }) => file.flush()))
    },
    async release(path) {
      const opening = writers.get(path)
      writers.delete(path)
      const writer = await opening
      if (writer) await giveUp(writer)
    },
    async close() {
      const all = await opened()
      writers.clear()
      await Promise.all(all.map(giveUp))
    },
  }

  async function openLeased(path: string): Promise<LeasedFile | null> {
    try {
      const lease = await acquireLease(path)
      if (!lease) return null
      try {
        return { file: await openAppendFile(path, disk), lease }
      } catch (error) {
        await lease.release()
        throw error
      }
    } catch (error) {
      throw toTranscriptError(error, path)
    }
  }

  async function opened(): Promise<readonly LeasedFile[]> {
    const settled = await Promise.allSettled(writers.values())
    return settled.flatMap(result => (result.status === 'fulfilled' && result.value ? [result.value] : []))
  }
}

async function giveUp({ file, lease }: LeasedFile): Promise<void> {
  await file.close()
  await lease.release()
}
