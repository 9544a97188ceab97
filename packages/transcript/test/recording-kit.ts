import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AnyMessage,
  buildConversation,
  type CompactMetadata,
  type Conversation,
  createAssistantMessage,
  createCompactBoundaryMessage,
  createUserMessage,
  type Entry,
  type SystemCompactBoundaryMessage,
} from '@antiphon/core'
import type { RecordingEnvelope } from '@antiphon/core/log'
import type { Disk, DiskFile } from '../src/file/disk.ts'
import { nodeDisk } from '../src/file/node-disk.ts'
import { createFileStore, type FileStoreOptions } from '../src/file-store/file-store.ts'
import { createMemoryStore } from '../src/store/memory-store.ts'
import type { SessionKey } from '../src/store/session-key.ts'
import type { AppendOutcome, TranscriptStore } from '../src/store/transcript-store.ts'
import { TranscriptError } from '../src/transcript-error.ts'

export const KEY: SessionKey = { project: '-home-dev', session: 'session' }

export const ENVELOPE: RecordingEnvelope = {
  isSidechain: false,
  userType: 'external',
  cwd: '/home/dev',
  sessionId: 'session',
  version: '1.0.0',
}

const TIMESTAMP = '2026-01-01T00:00:00.000Z'

/** Messages that are the same each time they are made. */
export const prompt = (uuid: string): AnyMessage =>
  createUserMessage({ content: `prompt ${uuid}`, uuid, timestamp: TIMESTAMP })
export const summary = (uuid: string): AnyMessage =>
  createUserMessage({ content: `summary ${uuid}`, uuid, timestamp: TIMESTAMP, isCompactSummary: true })
export function answer(uuid: string): AnyMessage {
  const made = createAssistantMessage({ content: `answer ${uuid}`, uuid, timestamp: TIMESTAMP })
  return { ...made, message: { ...made.message, id: `msg_${uuid}` } }
}

/** A boundary with a name, and with what it keeps. */
export function boundary(uuid: string, kept: Partial<CompactMetadata> = {}): SystemCompactBoundaryMessage {
  const made = createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 })
  return { ...made, compactMetadata: { ...made.compactMetadata, ...kept }, uuid, timestamp: TIMESTAMP }
}

/** How an append fails: nothing gets there, all of it does, or only the first entries. */
export type Fault = 'before' | 'after' | number

export type FaultyStore = TranscriptStore & {
  /** The next appends fail in these ways; null for one that works. */
  readonly faults: (Fault | null)[]
  /** How many appends were asked for. */
  readonly appends: () => number
  /** Holds back appends until the returned function is called. */
  readonly hold: () => () => void
}

/** A store whose appends fail on demand. */
export function createFaultyStore(store: TranscriptStore = createMemoryStore()): FaultyStore {
  const faults: (Fault | null)[] = []
  let appends = 0
  let gate: Promise<void> = Promise.resolve()
  return {
    ...store,
    faults,
    appends: () => appends,
    hold() {
      let open: () => void = () => {}
      gate = new Promise(resolve => {
        open = resolve
      })
      return open
    },
    async append(key, entries, options): Promise<AppendOutcome> {
      appends++
      const fault = faults.shift() ?? null
      await gate
      if (fault === null) return store.append(key, entries, options)
      if (fault !== 'before')
        await store.append(key, fault === 'after' ? entries : entries.slice(0, fault), options)
      throw new TranscriptError('no-space', 'No space left.')
    },
  }
}

/** All entries of a log, in order. */
export async function readEntries(store: TranscriptStore, key: SessionKey = KEY): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const item of store.read(key)) if (item.kind === 'entry') entries.push(item.entry)
  return entries
}

/** A log as a reader sees it. */
export async function readConversation(store: TranscriptStore, key: SessionKey = KEY): Promise<Conversation> {
  return buildConversation(await readEntries(store, key))
}

export const uuidsOf = (entries: readonly unknown[]): readonly unknown[] =>
  entries.map(entry => (entry as { readonly uuid?: unknown }).uuid)

export const parentsOf = (entries: readonly unknown[]): readonly unknown[] =>
  entries.map(entry => (entry as { readonly parentUuid?: unknown }).parentUuid)

/** Runs `body` over a file store in a folder of its own, which is removed afterwards. */
export async function withFileStore(
  body: (store: TranscriptStore, root: string) => Promise<void>,
  options: Omit<FileStoreOptions, 'root'> = {},
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'antiphon-record-'))
  const store = createFileStore({ root, ...options })
  try {
    await body(store, root)
  } finally {
    await store.close()
    await rm(root, { recursive: true, force: true })
  }
}

/** The real disk, on which calls fail on demand: a write with ENOSPC after some bytes, a sync with EIO. */
export function createFaultyDisk(): { readonly disk: Disk; bytesLeft: number; failingSyncs: number } {
  const faults = {
    bytesLeft: Number.POSITIVE_INFINITY,
    failingSyncs: 0,
    disk: {
      ...nodeDisk,
      openForAppend(path: string) {
        const opened = nodeDisk.openForAppend(path)
        return { ...opened, file: withFaults(opened.file) }
      },
    },
  }
  return faults

  function withFaults(file: DiskFile): DiskFile {
    return {
      ...file,
      append(buffers) {
        const bytes = Buffer.concat(buffers)
        if (faults.bytesLeft === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
        const count = file.append([bytes.subarray(0, faults.bytesLeft)])
        faults.bytesLeft -= count
        return count
      },
      async syncData() {
        if (faults.failingSyncs === 0) return file.syncData()
        faults.failingSyncs--
        throw Object.assign(new Error('input/output error'), { code: 'EIO' })
      },
    }
  }
}
