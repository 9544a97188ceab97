import { decodeLines, type Entry, encodeEntry } from '@antiphon/core'
import { TranscriptError } from '../transcript-error.ts'
import { forkLog } from './fork-log.ts'
import { checkSessionKey, formatSessionKey, type SessionKey } from './session-key.ts'
import type {
  FollowItem,
  FollowOptions,
  ListFilter,
  ReadOptions,
  SessionDraft,
  StoredEntry,
  StoredItem,
  StoredLog,
  TranscriptStore,
} from './transcript-store.ts'

type Log = { readonly key: SessionKey; lines: string[]; modifiedAt: string }

/** The memory that stores share: a second store over the same one stands for another process. */
export type MemoryHost = {
  readonly logs: Map<string, Log>
  readonly listeners: Set<() => void>
}

/** An empty memory. */
export function createMemoryHost(): MemoryHost {
  return { logs: new Map(), listeners: new Set() }
}

/** Transcripts that last as long as the process: for tests, and for sessions that shall leave no trace. A position is a count of entries. */
export function createMemoryStore(host: MemoryHost = createMemoryHost()): TranscriptStore {
  const { logs, listeners } = host
  const knownEnds = new Map<string, number>()
  let isClosed = false

  const store: TranscriptStore = {
    async append(key, entries, { expectedSeq } = {}) {
      checkSessionKey(key)
      if (isClosed) throw new TranscriptError('closed', 'The store was closed.')
      const name = formatSessionKey(key)
      const end = logs.get(name)?.lines.length ?? 0
      if ((expectedSeq ?? end) !== end || (knownEnds.get(name) ?? end) !== end)
        return { status: 'conflict', reason: 'moved-on', seq: end }
      if (entries.length > 0) addLines(logs.get(name) ?? createLog(key), entries)
      knownEnds.set(name, end + entries.length)
      return { status: 'appended', seq: end + entries.length }
    },
    read: readItems,
    follow: followItems,
    list: listLogs,
    async end(key) {
      checkSessionKey(key)
      return logs.get(formatSessionKey(key))?.lines.length ?? null
    },
    async delete(key) {
      checkSessionKey(key)
      const name = formatSessionKey(key)
      for (const other of [...logs.keys()])
        if (other === name || (key.subpath === undefined && other.startsWith(`${name}/`))) {
          logs.delete(other)
          knownEnds.delete(other)
        }
      wake()
    },
    draft: async target => createDraft(target),
    fork: (key, options) => forkLog(store, key, options),
    flush: async () => {},
    async release(key) {
      knownEnds.delete(formatSessionKey(key))
    },
    async close() {
      isClosed = true
    },
  }
  return store

  function createLog(key: SessionKey): Log {
    const log = { key, lines: [], modifiedAt: '' }
    logs.set(formatSessionKey(key), log)
    return log
  }

  function createDraft(target: SessionKey): SessionDraft {
    const draft = createMemoryHost()
    const { append, release } = createMemoryStore(draft)
    return {
      append,
      release,
      discard: async () => draft.logs.clear(),
      async publish() {
        const name = formatSessionKey(target)
        if (logs.has(name)) throw new TranscriptError('exists', `${name} exists already. Choose another id.`)
        for (const [key, log] of draft.logs) logs.set(key, log)
        wake()
      },
    }
  }

  // Kept as text: what a caller does with its objects later changes nothing here.
  function addLines(log: Log, entries: readonly Entry[]): void {
    for (const entry of entries) log.lines.push(encodeEntry(entry))
    log.modifiedAt = new Date().toISOString()
    wake()
  }

  function wake(): void {
    for (const listener of [...listeners]) listener()
  }

  async function* readItems(
    key: SessionKey,
    options: ReadOptions = {},
  ): AsyncGenerator<StoredItem, void, undefined> {
    checkSessionKey(key)
    const lines = logs.get(formatSessionKey(key))?.lines ?? []
    const isBackwards = options.direction === 'backwards'
    let seq = options.from ?? (isBackwards ? lines.length : 0)
    while (isBackwards ? seq > 0 : seq < lines.length) {
      if (isBackwards) seq--
      yield toItem(lines[seq] ?? '', seq)
      if (!isBackwards) seq++
    }
  }

  async function* followItems(
    key: SessionKey,
    { from = 0, signal }: FollowOptions = {},
  ): AsyncGenerator<FollowItem, void, undefined> {
    checkSessionKey(key)
    const name = formatSessionKey(key)
    let seen: Log | undefined
    let seq = from
    while (!signal?.aborted) {
      const log = logs.get(name)
      if (seen && log !== seen) {
        yield { kind: 'reset', reason: log ? 'replaced' : 'deleted' }
        seq = 0
      }
      seen = log
      for (; log && seq < log.lines.length && !signal?.aborted; seq++) yield toItem(log.lines[seq] ?? '', seq)
      yield { kind: 'caught-up', seq }
      while (!signal?.aborted && logs.get(name) === log && (log?.lines.length ?? 0) <= seq)
        await nextChange(signal)
    }
  }

  function nextChange(signal: AbortSignal | undefined): Promise<void> {
    return new Promise(resolve => {
      const done = (): void => {
        listeners.delete(done)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      listeners.add(done)
      signal?.addEventListener('abort', done)
    })
  }

  async function* listLogs(filter: ListFilter = {}): AsyncGenerator<StoredLog, void, undefined> {
    for (const { key, lines, modifiedAt } of [...logs.values()]) {
      const isWanted =
        (filter.project === undefined || filter.project === key.project) &&
        (filter.session === undefined || filter.session === key.session)
      if (isWanted) yield { key, seq: lines.length, modifiedAt }
    }
  }
}

function toItem(line: string, seq: number): StoredEntry {
  const [decoded] = decodeLines(new TextEncoder().encode(line))
  // Only whole entries were put in.
  if (decoded?.kind !== 'entry') throw new Error('a line of the memory store holds no entry')
  return { kind: 'entry', entry: decoded.entry, seq, next: seq + 1 }
}
