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

/** A write on its way; its place is known once it is in the kernel. One object from end to end: many are made. */
type Write = Deferred<WriteOutcome> & {
  readonly lines: Uint8Array
  readonly expectedSize: number | undefined
  readonly acknowledge: Acknowledgement | undefined
  /** The first position that its caller may have expected. */
  since: number
  end: number
  /** Its caller was told that it is recorded, and will not try again. */
  isOwed: boolean
}

/**
 * Opens a file for appending by group commit: whatever arrives while the disk syncs joins the next round. `isHeld` is
 * asked before every write: a writer that was stopped for long may have been taken for dead.
 */
export async function openAppendFile(
  path: string,
  disk: Disk,
  isHeld: () => boolean = () => true,
): Promise<AppendFile> {
  let { file, size, isTorn } = await openFile(path, disk)
  // Behind this position lies only what failed: whoever expects the file to end there, or later, is right.
  let since = size
  let waiting: Write[] = []
  let written: Write[] = []
  let owed: Write[] = []
  let syncing: Promise<void> | null = null
  let failure: TranscriptError | null = null
  let failures = 0
  let isStopped = false
  let isMoved = false
  let isPoisoned = false
  let closing: Promise<void> | null = null

  return {
    size: () => size,
    write(lines, options) {
      const write = createWrite(lines, options)
      if (closing) write.reject(new TranscriptError('closed', `${path} was closed.`))
      else if (waiting.push(write) === 1) queueMicrotask(drain)
      return write.promise
    },
    flush,
    close() {
      closing ??= flush().finally(() => closeQuietly(file))
      return closing
    },
  }

  async function flush(): Promise<void> {
    const failuresBefore = failures
    drain()
    while (syncing) await syncing
    if (failures > failuresBefore) throw failure
  }

  /** Writes all that waits in one call, then has it synced. */
  function drain(): void {
    const batch = waiting
    waiting = []
    if (batch.length === 0 && owed.length === 0) return
    try {
      if (isMoved) checkPlace()
      if (isPoisoned) reopen()
      appendBatch(batch)
    } catch (error) {
      refuse(batch, noteFailure(toTranscriptError(error, path)))
    }
    if (written.length > 0) syncing ??= syncRounds()
  }

  function appendBatch(batch: readonly Write[]): void {
    const found = file.size()
    if (isStopped || found !== size || !isHeld()) {
      isStopped = true
      settle(batch, { status: 'conflict', size: found })
      if (owed.length > 0) noteFailure(toMovedError(path))
      return
    }
    const accepted = acceptWrites(batch)
    const again = owed
    if (accepted.length + again.length === 0) return
    append(again.length === 0 ? accepted : [...again, ...accepted])
    owed = []
    if (accepted.length > 0) since = size
    written.push(...again)
    const after = file.size()
    if (after !== size) {
      // Somebody wrote between the two looks. What we wrote is there, but nobody may build on it.
      isStopped = true
      settle(accepted, { status: 'conflict', size: after })
      return
    }
    for (const write of accepted) {
      if (write.isOwed) write.resolve({ status: 'appended', size: write.end })
      written.push(write)
    }
  }

  /** The writes whose place is the one that they expected; the others lost a race within this process. */
  function acceptWrites(batch: readonly Write[]): readonly Write[] {
    const start = startOfNext() + byteLength(owed.map(write => write.lines))
    // A disk that failed twice has to sync once before `recorded` is believed again.
    const isTrusted = owed.length === 0
    const accepted: Write[] = []
    for (const write of batch) {
      const last = accepted.at(-1)
      const from = last ? last.end : since
      const to = last ? last.end : size
      const { expectedSize = to } = write
      const end = (last ? last.end : start) + write.lines.length
      const isOwed = isTrusted && write.acknowledge === 'recorded'
      if (expectedSize < from || expectedSize > to) write.resolve({ status: 'conflict', size: to })
      else {
        write.since = from
        write.end = end
        write.isOwed = isOwed
        accepted.push(write)
      }
    }
    return accepted
  }

  /** Where the next line will begin: a torn one is closed first. */
  function startOfNext(): number {
    return size + (isTorn ? LINE_END.length : 0)
  }

  /** A call of the system may write less than it was given; what is left goes into the next. */
  function append(writes: readonly Write[]): void {
    const buffers = writes.map(write => write.lines)
    let rest: readonly Uint8Array[] = isTorn ? [LINE_END, ...buffers] : buffers
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
  function acknowledge(round: readonly Write[]): void {
    checkPlace()
    for (const write of round) write.resolve({ status: 'appended', size: write.end })
  }

  function checkPlace(): void {
    const here = file.identify()
    const there = disk.identify(path)
    isMoved = there?.inode !== here.inode || there.device !== here.device
    if (isMoved) throw toMovedError(path)
  }

  /**
   * A failed sync leaves pages that look clean and are not on the medium; another sync of the same descriptor
   * would prove nothing. So the lines are written once more through a new one; readers collapse the copies.
   */
  async function writeAnew(lost: readonly Write[], cause: unknown): Promise<void> {
    try {
      reopen()
      if (isStopped) throw cause
      let end = startOfNext()
      append(lost)
      await file.syncData()
      for (const write of lost) {
        end += write.lines.length
        write.end = end
      }
      acknowledge(lost)
    } catch (error) {
      isPoisoned = true
      // What was written meanwhile went through the same descriptor.
      giveUp([...lost, ...written.splice(0)], toTranscriptError(isMoved ? error : cause, path))
    }
  }

  /** Their callers try again, at the place that they expected; those who cannot know are tried again by the next drain. */
  function giveUp(lost: readonly Write[], error: TranscriptError): void {
    refuse(lost, noteFailure(error))
    owed = lost.filter(write => write.isOwed)
    since = owed.at(-1)?.end ?? lost[0]?.since ?? since
  }

  /** Who waits for a flush hears of the last failure since. */
  function noteFailure(error: TranscriptError): TranscriptError {
    failure = error
    failures++
    return error
  }

  function reopen(): void {
    checkPlace()
    const previous = file
    file = disk.openForAppend(path).file
    isPoisoned = false
    closeQuietly(previous)
    if (file.size() === size && isHeld()) isTorn = endsInLine(file)
    else isStopped = true
  }
}

function createWrite(lines: Uint8Array, options: WriteOptions = {}): Write {
  const { promise, resolve, reject } = createDeferred<WriteOutcome>()
  const { expectedSize, acknowledge } = options
  return { promise, resolve, reject, lines, expectedSize, acknowledge, since: 0, end: 0, isOwed: false }
}

const NEWLINE = 0x0a
const LINE_END = new Uint8Array([NEWLINE])

type OpenFile = { readonly file: DiskFile; readonly size: number; readonly isTorn: boolean }

async function openFile(path: string, disk: Disk): Promise<OpenFile> {
  let file: DiskFile | undefined
  try {
    const opened = disk.openForAppend(path)
    file = opened.file
    for (const folder of opened.foldersToSync) await disk.syncFolder(folder)
    // A crash or a full disk may have left half a line: what follows must not grow onto it.
    return { file, size: file.size(), isTorn: endsInLine(file) }
  } catch (error) {
    if (file) closeQuietly(file)
    throw toTranscriptError(error, path)
  }
}

/** A descriptor whose close fails is closed all the same, and what matters was synced or is written anew. */
function closeQuietly(file: DiskFile): void {
  try {
    file.close()
  } catch {}
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
