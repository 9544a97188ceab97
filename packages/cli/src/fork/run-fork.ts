import type { Io } from '@antiphon/host'
import { ProgramError } from '@antiphon/host'
import {
  createFileStore,
  type ForkOptions,
  type ForkOutcome,
  forkLog,
  type SessionKey,
  type StoredItem,
  TranscriptError,
  type TranscriptStore,
} from '@antiphon/transcript'
import { createProgressBar, type ProgressBar } from '../terminal/progress-bar.ts'
import type { ForkSource } from './find-fork-source.ts'

/** Forks a file and shows how far it is; an interruption leaves nothing behind. */
export async function runFork(
  { key, projects }: ForkSource,
  { io, ...options }: ForkOptions & { readonly io: Io },
): Promise<ForkOutcome> {
  const store = createFileStore({ root: projects, projects })
  const bar = createProgressBar(io.stderr, 'Forking')
  try {
    const total = await store.end(key)
    return await forkLog({ ...store, read: watchReading(store, { bar, total, io }) }, key, options)
  } catch (error) {
    if (!(error instanceof TranscriptError)) throw error
    throw new ProgramError(CODES[error.code] ?? 'unwritable', error.message, { cause: error })
  } finally {
    await bar.clear()
    await store.close()
  }
}

const CODES: Readonly<Partial<Record<TranscriptError['code'], ProgramError['code']>>> = {
  'not-found': 'unreadable',
  exists: 'wrong-use',
  'bad-key': 'wrong-use',
}

type Watch = { readonly bar: ProgressBar; readonly total: number | null; readonly io: Io }

function watchReading(store: TranscriptStore, { bar, total, io }: Watch): TranscriptStore['read'] {
  return async function* read(key: SessionKey, options): AsyncGenerator<StoredItem> {
    const isBackwards = options?.direction === 'backwards'
    for await (const item of store.read(key, options)) {
      if (io.signal.aborted) throw new ProgramError('interrupted', 'Interrupted.')
      bar.update(
        isBackwards ? (total ?? 0) - item.seq : item.next,
        total,
        isBackwards ? 'looking' : 'copying',
      )
      yield item
    }
  }
}
