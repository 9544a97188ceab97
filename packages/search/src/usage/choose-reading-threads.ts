import { availableParallelism } from 'node:os'

/** As many threads as pay: none for little, and one for each further processor where much is to be read. */
export function chooseReadingThreads(bytes: number, bytesAThread: number = BYTES_A_THREAD): number {
  return Math.min(MOST_THREADS, availableParallelism() - 1, Math.floor(bytes / bytesAThread))
}

/** Each holds tens of megabytes. */
const MOST_THREADS = 3
/** For less, a thread takes longer to start and to become fast than it saves. */
const BYTES_A_THREAD = 100_000_000
