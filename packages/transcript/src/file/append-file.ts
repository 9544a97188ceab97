import type { Acknowledgement } from '../store/transcript-store.ts'
import { TranscriptError, toTranscriptError } from '../transcript-error.ts'
import { byteLength, skipBytes } from './byte-buffers.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { Disk, DiskFile } from './disk.ts'

/** What became of a write: it ends at byte `size`; or the file is not as its writer knew it, `size` bytes long, and nothing was written. */
export type WriteOutcome = { readonly status: 'appended' | 'conflict'; readonly size: number }

export type WriteOptions = {
  /** Write only if the file ends here. */
  readonly expectedSize?: number | undefined
  /** What the promise waits for; `durable` unless told. */
  readonly acknowledge?: Acknowledgement | undefined
}

/** A file that only this writer appends to; it notices when that is not so, and stops. */
export interface AppendFile {
  /** The size of the file as this writer knows it. */
  size(): number
  /**
   * Appends whole lines. All that is written in one tick is one call of the system and one sync. Rejects with a
   * `TranscriptError` where the disk fails.
   */
  write(lines: Uint8Array, options?: WriteOptions): Promise<WriteOutcome>
  /** Resolves when all that was written is durable, rejects if some of it is not. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Write = Deferred<WriteOutcome> & WriteOptions & { readonly lines: Uint8Array }

/** A write that is in the kernel and waits for its sync. */
type Written = Write & { readonly end: number }

/** Opens a file for appending by group commit: whatever arrives while the disk syncs joins the next round. */
export async function openAppendFile(path: string, disk: Disk): Promise<AppendFile> {
  let file = await openFile(path, disk)
  let size = file.size()
  // A crash or a full disk may have left half a line: what follows must not grow onto it.
  let isTorn = endsInLine(file)
  let waiting: Write[] = []
  let written: Written[] = []
  let syncing: Promise<void> | null = null
  let unsynced: TranscriptError | null = null
  let isStopped = false
  let isPoisoned = false
  let isClosed = false

  return {
    size: () => size,
    write(lines, options) {
      const write: Write = { lines, ...options, ...createDeferred<WriteOutcome>() }
      if (isClosed) write.reject(new TranscriptError('closed', `${path} was closed.`))
      else if (waiting.push(write) === 1) queueMicrotask(drain)
      return write.promise
    },
    async flush() {
      await settleAll()
      const failure = unsynced
      unsynced = null
      if (failure) throw failure
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await settleAll()
      file.close()
    },
  }

  async function settleAll(): Promise<void> {
    drain()
    while (syncing) await syncing
  }

  /** Writes all that waits in one call, then has it synced. */
  function drain(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      if (isPoisoned) reopen()
      appendBatch(batch)
    } catch (error) {
      refuse(batch, toTranscriptError(error, path))
    }
    if (written.length > 0) syncing ??= syncRounds()
  }

  function appendBatch(batch: readonly Write[]): void {
    const found = file.size()
    if (isStopped || found !== size) {
      isStopped = true
      settle(batch, { status: 'conflict', size: found })
      return
    }
    const accepted = acceptWrites(batch)
    if (accepted.length === 0) return
    append(accepted.map(write => write.lines))
    const after = file.size()
    if (after !== size) {
      // Somebody wrote between the two looks. What we wrote is there, but nobody may build on it.
      isStopped = true
      settle(accepted, { status: 'conflict', size: after })
      return
    }
    for (const write of accepted)
      if (write.acknowledge === 'recorded') write.resolve({ status: 'appended', size: write.end })
    written.push(...accepted)
  }

  /** The writes whose place is the one that they expected; the others lost a race within this process. */
  function acceptWrites(batch: readonly Write[]): readonly Written[] {
    let end = size
    const accepted: Written[] = []
    for (const write of batch) {
      if (write.expectedSize !== undefined && write.expectedSize !== end) {
        write.resolve({ status: 'conflict', size: end })
        continue
      }
      end += write.lines.length + (isTorn && accepted.length === 0 ? 1 : 0)
      accepted.push({ ...write, end })
    }
    return accepted
  }

  /** A call of the system may write less than it was given; what is left goes into the next. */
  function append(buffers: readonly Uint8Array[]): void {
    let rest = isTorn ? [LINE_END, ...buffers] : buffers
    let left = byteLength(rest)
    while (left > 0) {
      const count = file.append(rest)
      if (count === 0) throw new TranscriptError('io', `${path} takes no more bytes.`)
      size += count
      left -= count
      isTorn = left > 0
      if (isTorn) rest = skipBytes(rest, count)
    }
  }

  async function syncRounds(): Promise<void> {
    while (written.length > 0) {
      const round = written
      written = []
      try {
        await file.syncData()
        acknowledge(round)
      } catch (error) {
        await writeAnew([...round, ...written.splice(0)], error)
      }
    }
    syncing = null
  }

  /** Durable is what can be found again: the file still has to stand at its path. */
  function acknowledge(round: readonly Written[]): void {
    const here = file.identify()
    const there = disk.identify(path)
    if (there?.inode !== here.inode || there.device !== here.device) {
      isStopped = true
      unsynced = toMovedError(path)
      refuse(round, unsynced)
      return
    }
    for (const write of round) write.resolve({ status: 'appended', size: write.end })
  }

  /**
   * A failed sync leaves pages that look clean and are not on the medium; another sync of the same descriptor
   * would prove nothing. So the lines are written once more through a new one; readers collapse the copies.
   */
  async function writeAnew(lost: readonly Written[], cause: unknown): Promise<void> {
    try {
      reopen()
      if (isStopped) {
        settle(lost, { status: 'conflict', size: file.size() })
        return
      }
      append(lost.map(write => write.lines))
      await file.syncData()
      acknowledge(lost.map(write => ({ ...write, end: size })))
    } catch {
      isPoisoned = true
      unsynced = toTranscriptError(cause, path)
      refuse(lost, unsynced)
    }
  }

  function reopen(): void {
    const { file: next } = disk.openForAppend(path)
    file.close()
    file = next
    isPoisoned = false
    if (file.size() === size) isTorn = endsInLine(file)
    else isStopped = true
  }
}

const NEWLINE = 0x0a
const LINE_END = new Uint8Array([NEWLINE])

async function openFile(path: string, disk: Disk): Promise<DiskFile> {
  try {
    const { file, foldersToSync } = disk.openForAppend(path)
    for (const folder of foldersToSync) await disk.syncFolder(folder)
    return file
  } catch (error) {
    throw toTranscriptError(error, path)
  }
}

/** True where the last byte is no newline: whoever wrote it did not finish. */
function endsInLine(file: DiskFile): boolean {
  return (file.lastByte() ?? NEWLINE) !== NEWLINE
}

function settle(writes: readonly Write[], outcome: WriteOutcome): void {
  for (const write of writes) write.resolve(outcome)
}

function refuse(writes: readonly Write[], error: TranscriptError): void {
  for (const write of writes) write.reject(error)
}

function toMovedError(path: string): TranscriptError {
  return new TranscriptError(
    'moved',
    `${path} was deleted or replaced while it was being written. Put it back, or fork the session.`,
  )
}
