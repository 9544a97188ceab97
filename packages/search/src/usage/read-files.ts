import { createFileClaims } from './file-claims.ts'
import { type FileOutcome, knowFile } from './know-file.ts'
import type { ReadingThread, StartUsageThread } from './read-beside.ts'
import { createLineMemory } from './read-lines.ts'
import type { PendingFile } from './recall-file.ts'

/** How many threads read beside the one that asks, when so many bytes are to be read. */
export type ThreadPolicy = (bytes: number) => number

export type ReadFilesOptions = {
  readonly hasTools: boolean
  readonly signal: AbortSignal | undefined
  readonly threads: ThreadPolicy
  readonly start?: StartUsageThread
  readonly onBytes: (count: number) => void
  /** Told once of every file, in no order. */
  readonly onOutcome: (file: PendingFile, outcome: FileOutcome) => void
  /** Lets others have their turn from time to time. */
  readonly pause: () => Promise<void>
}

/**
 * Reads files here, and in threads beside where the policy says so: whoever is free takes the next. What a thread took
 * along when it died is read here.
 */
export async function readFiles(files: readonly PendingFile[], options: ReadFilesOptions): Promise<void> {
  const { hasTools, signal, onBytes, onOutcome, pause } = options
  const memory = createLineMemory()
  const { continued, anew } = splitFiles(files)
  const claims = createFileClaims(anew.length)
  const missing = new Set(anew)
  let onAll = (): void => {}
  const isAllThere = new Promise<void>(resolve => (onAll = resolve))

  async function readHere(file: PendingFile): Promise<void> {
    signal?.throwIfAborted()
    const { path, known } = file
    tell(file, await knowFile(path, { known, hasTools, memory, signal, onBytes }))
    await pause()
  }

  function tell(file: PendingFile, outcome: FileOutcome): void {
    missing.delete(file)
    onOutcome(file, outcome)
    if (missing.size === 0) onAll()
  }

  const threads = await startThreads(anew, {
    ...options,
    claims: claims.memory,
    onOutcome(file, outcome, bytes) {
      // Nobody waits any more for one that was slow to die.
      if (!missing.has(file)) return
      onBytes(bytes)
      tell(file, outcome)
    },
  })
  const stop = (): void => {
    claims.close()
    for (const thread of threads) thread.stop()
  }
  signal?.addEventListener('abort', stop)
  try {
    for (const file of continued) await readHere(file)
    for (let place = claims.take(); place !== undefined; place = claims.take()) {
      const file = anew[place]
      if (file) await readHere(file)
    }
    if (missing.size > 0) await Promise.race([isAllThere, allOver(threads)])
    for (const file of missing) await readHere(file)
  } finally {
    signal?.removeEventListener('abort', stop)
    // What they read until they hear of it need not be read again. Nobody may have listened when it was aborted.
    if (signal?.aborted) {
      stop()
      await allOver(threads)
    }
    for (const thread of threads) thread.end()
  }
}

/** Only what is read anew is shared: what is known of others would have to be copied for each thread. */
function splitFiles(files: readonly PendingFile[]): {
  readonly continued: readonly PendingFile[]
  readonly anew: readonly PendingFile[]
} {
  const continued = files.filter(file => file.known !== undefined)
  const anew = files.filter(file => file.known === undefined)
  // A long one that is begun last keeps everybody waiting.
  return { continued, anew: anew.sort((one, other) => other.bytes - one.bytes) }
}

type StartThreadsOptions = Pick<ReadFilesOptions, 'hasTools' | 'threads' | 'start'> & {
  readonly claims: SharedArrayBuffer
  readonly onOutcome: (file: PendingFile, outcome: FileOutcome, bytes: number) => void
}

async function startThreads(
  files: readonly PendingFile[],
  { hasTools, claims, onOutcome, ...options }: StartThreadsOptions,
): Promise<readonly ReadingThread[]> {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  // One file is one thread's, and this one reads, too.
  const count = Math.min(options.threads(bytes), files.length - 1)
  if (count <= 0) return []
  // Most reports read little: they need not load it.
  const { readBeside, startUsageThread } = await import('./read-beside.ts')
  const data = { paths: files.map(({ path }) => path), hasTools, claims }
  return Array.from({ length: count }, () =>
    readBeside({
      start: options.start ?? startUsageThread,
      data,
      onOutcome({ place, outcome, bytes: read }) {
        const file = files[place]
        if (file) onOutcome(file, outcome, read)
      },
    }),
  )
}

async function allOver(threads: readonly ReadingThread[]): Promise<void> {
  await Promise.all(threads.map(({ isOver }) => isOver))
}
