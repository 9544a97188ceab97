import { basename, dirname, join, relative, resolve } from 'node:path'
import { formatCount, stripControl } from '@antiphon/core/ui'
import { type FoundSession, type Io, inputName, ProgramError, STDIN } from '@antiphon/host'
import {
  createFileStore,
  type ForkOptions,
  type ForkOutcome,
  forkLog,
  type SessionKey,
  type StoredItem,
  TranscriptError,
  type TranscriptStore,
  toSessionKey,
} from '@antiphon/transcript'
import { checkInterruption, toProgramError } from '../command-context.ts'
import { createProgressBar, type ProgressBar } from '../terminal/progress-bar.ts'
import { quoteWord } from '../terminal/quote-word.ts'

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
    throw toProgramError(
      error,
      error instanceof TranscriptError ? (CODES[error.code] ?? 'unwritable') : undefined,
    )
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
      checkInterruption(io)
      bar.update(
        isBackwards ? (total ?? 0) - item.seq : item.next,
        total,
        isBackwards ? 'looking' : 'copying',
      )
      yield item
    }
  }
}

/** A file as a log of a store: its key, and the folder below which the store keeps logs. */
type ForkSource = { readonly key: SessionKey; readonly projects: string }

/** Finds the log that a file is; a file outside the layout is one in the folder where it lies. */
export function findForkSource({ path, root }: FoundSession): ForkSource {
  const name = inputName(path)
  if (path === STDIN) throw new ProgramError('wrong-use', 'A fork needs a file, and standard input is none.')
  if (path.endsWith('.gz'))
    throw new ProgramError('wrong-use', `${name} is packed. Unpack it first: gunzip -k ${name}`)
  const absolute = resolve(path)
  const folder = dirname(absolute)
  const projects = root === null ? dirname(folder) : join(resolve(root), 'projects')
  const key = toSessionKey(
    root === null ? join(basename(folder), basename(path)) : relative(projects, absolute),
  )
  if (!key) throw new ProgramError('wrong-use', `${name} is no session: its name has to end in .jsonl.`)
  return { key, projects }
}

/** What came of a fork. */
export type ForkSummary = {
  readonly sessionId: string
  readonly path: string
  readonly forkedFrom: string
  /** The entry at which it was forked; null for the end. */
  readonly at: string | null
  /** Entries that both sessions have. */
  readonly shared: number
  /** True where sessions are looked for, so that the id will do. */
  readonly isFoundById: boolean
}

/** A fork in three lines: what it is, where it lies, how to look at it. */
export function formatFork(fork: ForkSummary): readonly string[] {
  const { sessionId, path, forkedFrom, at, shared, isFoundById } = fork
  const entries = formatCount(shared, 'entry', 'entries')
  const place = at === null ? '' : ` up to ${at}`
  return [
    `Forked ${entries} of ${forkedFrom}${place} into ${sessionId}:`,
    path,
    `See it with: antiphon show ${isFoundById ? sessionId : quoteWord(path)}`,
  ].map(line => stripControl(line))
}
