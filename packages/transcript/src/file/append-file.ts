import { TranscriptError, toTranscriptError } from '../transcript-error.ts'
import { byteLength, skipBytes } from './byte-buffers.ts'
import { createDeferred, type Deferred } from './deferred.ts'
import type { Disk, DiskFile } from './disk.ts'

/** What became of a write: it ends at byte `size`; or the file is not as its writer knew it, `size` bytes long, and nothing was written. */
export type WriteOutcome = { readonly status: 'appended' | 'conflict'; readonly size: number }

/** Both promises of one write. They reject with a `TranscriptError` where the disk fails. */
export type Acknowledgements = {
  /** The bytes are in the kernel: they survive the death of this process. */
  readonly recorded: Promise<WriteOutcome>
  /** The bytes are on the medium: they survive the death of the machine. */
  readonly durable: Promise<WriteOutcome>
}

/** A file that only this writer appends to; it notices when that is not so, and stops. */
export interface AppendFile {
  /** The size of the file as this writer knows it. */
  size(): number
  /** Appends whole lines, if the file ends at `expectedSize` where that is given. What is written in one tick is one call of the system and one sync. */
  write(lines: Uint8Array, expectedSize?: number): Acknowledgements
  /** Resolves when all that was written is durable, rejects if some of it is not. */
  flush(): Promise<void>
  close(): Promise<void>
}

type Write = {
  readonly lines: Uint8Array
  readonly expectedSize: number | undefined
  readonly recorded: Deferred<WriteOutcome>
  readonly durable: Deferred<WriteOutcome>
}

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
  const unsettled = new Set<Promise<WriteOutcome>>()
  let isSyncing = false
  let isStopped = false
  let isPoisoned = false
  let isClosed = false

  return {
    size: () => size,
    write(lines, expectedSize) {
      const write = {
        lines,
        expectedSize,
        recorded: createDeferred<WriteOutcome>(),
        durable: createDeferred<WriteOutcome>(),
      }
      if (isClosed) refuse([write], new TranscriptError('closed', `${path} was closed.`))
      else if (waiting.push(write) === 1) queueMicrotask(drain)
      const durable = write.durable.promise
      unsettled.add(durable)
      const forget = (): void => void unsettled.delete(durable)
      durable.then(forget, forget)
      return { recorded: write.recorded.promise, durable }
    },
    async flush() {
      drain()
      await Promise.all(unsettled)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      drain()
      await Promise.allSettled(unsettled)
      file.close()
    },
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
    if (!isSyncing && written.length > 0) void syncRounds()
  }

  function appendBatch(batch: readonly Write[]): void {
    const found = file.size()
    if (isStopped || found !== size) {
      isStopped = true
      return settleAll(batch, { status: 'conflict', size: found })
    }
    const accepted = acceptWrites(batch)
    if (accepted.length === 0) return
    append(accepted.map(write => write.lines))
    const after = file.size()
    if (after !== size) {
      // Somebody wrote between the two looks. What we wrote is there, but nobody may build on it.
      isStopped = true
      return settleAll(accepted, { status: 'conflict', size: after })
    }
    for (const write of accepted) write.recorded.resolve({ status: 'appended', size: write.end })
    written.push(...accepted)
  }

  /** The writes whose place is the one that they expected; the others lost a race within this process. */
  function acceptWrites(batch: readonly Write[]): readonly Written[] {
    let end = size
    const accepted: Written[] = []
    for (const write of batch) {
      if (write.expectedSize !== undefined && write.expectedSize !== end) {
        settleAll([write], { status: 'conflict', size: end })
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
    while (byteLength(rest) > 0) {
      const count = file.append(rest)
      if (count === 0) throw new TranscriptError('io', `${path} takes no more bytes.`)
      size += count
      rest = skipBytes(rest, count)
      isTorn = rest.length > 0
    }
  }

  async function syncRounds(): Promise<void> {
    isSyncing = true
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
    isSyncing = false
  }

  /** Durable is what can be found again: the file still has to stand at its path. */
  function acknowledge(round: readonly Written[]): void {
    const here = file.identify()
    const there = disk.identify(path)
    if (there?.inode !== here.inode || there.device !== here.device) {
      isStopped = true
      return refuse(round, toMovedError(path))
    }
    for (const { durable, end } of round) durable.resolve({ status: 'appended', size: end })
  }

  /**
   * A failed sync leaves pages that look clean and are not on the medium; another sync of the same descriptor
   * would prove nothing. So the lines are written once more through a new one; readers collapse the copies.
   */
  async function writeAnew(lost: readonly Written[], cause: unknown): Promise<void> {
    isPoisoned = true
    try {
      reopen()
      append(lost.map(write => write.lines))
      await file.syncData()
      acknowledge(lost.map(write => ({ ...write, end: size })))
    } catch {
      isPoisoned = true
      refuse(lost, toTranscriptError(cause, path))
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

function settleAll(writes: readonly Write[], outcome: WriteOutcome): void {
  for (const { recorded, durable } of writes) {
    recorded.resolve(outcome)
    durable.resolve(outcome)
  }
}

function refuse(writes: readonly Write[], error: TranscriptError): void {
  for (const { recorded, durable } of writes) {
    recorded.reject(error)
    durable.reject(error)
  }
}

function toMovedError(path: string): TranscriptError {
  return new TranscriptError(
    'moved',
    `${path} was deleted or replaced while it was being written. Put it back, or fork the session.`,
  )
}
