import { strictEqual } from 'node:assert/strict'
import type { Entry, UUID } from '@antiphon/core'
import type { SessionKey } from '../session-key.ts'
import type { FollowItem, StoredItem, TranscriptStore } from '../transcript-store.ts'

/** One promise of a store, as a function that throws where it is broken. */
export type ContractCase = {
  /** A statement: the title of the test. */
  readonly name: string
  readonly run: (stores: StoreFactory) => Promise<void>
}

/** How a store under test is made. */
export interface StoreFactory {
  /** A store over the same logs each time: a second one stands for another process. */
  open(): Promise<TranscriptStore>
}

/** A case of one store, which is closed whatever happens. */
export function withStore(test: (store: TranscriptStore) => Promise<void>): ContractCase['run'] {
  return async stores => {
    const store = await stores.open()
    try {
      await test(store)
    } finally {
      await store.close()
    }
  }
}

/** Appends, and fails where the store refuses. */
export async function appendAll(
  store: TranscriptStore,
  key: SessionKey,
  entries: readonly Entry[],
): Promise<void> {
  strictEqual((await store.append(key, entries)).status, 'appended')
}

/** The entries of a log, in order. */
export async function entriesOf(
  store: TranscriptStore,
  key: SessionKey = KEY,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await collect(store.read(key))).map(toEntryOf)
}

/** The keys that a store lists, sorted. */
export async function keysOf(
  store: TranscriptStore,
  filter?: { readonly project?: string; readonly session?: string },
): Promise<readonly SessionKey[]> {
  return sortKeys((await collect(store.list(filter))).map(({ key }) => key))
}

/** Keys in an order that does not depend on the store. */
export function sortKeys(keys: readonly SessionKey[]): readonly SessionKey[] {
  return keys.toSorted((first, second) => (JSON.stringify(first) < JSON.stringify(second) ? -1 : 1))
}

/** The entry of an item; what is none differs from every entry. */
export function toEntryOf(item: StoredItem | FollowItem): Readonly<Record<string, unknown>> {
  return item.kind === 'entry' ? item.entry : { notAnEntry: item }
}

/** All that is given, as a list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The session that most cases write. */
export const KEY: SessionKey = { project: '-home-project', session: '11111111-1111-4111-8111-111111111111' }

/** A log below it. */
export const AGENT_KEY: SessionKey = { ...KEY, subpath: 'subagents/agent-a1' }

/** Logs that differ in one part of their key each. */
export const KEYS: readonly SessionKey[] = [
  KEY,
  AGENT_KEY,
  { ...KEY, subpath: 'subagents/workflows/deep/agent-b2' },
  { ...KEY, session: '33333333-3333-4333-8333-333333333333' },
  { ...KEY, project: '-home-other' },
]

/** The message with this number, whose parent is the one before it. */
export function toEntry(number: number): Readonly<Record<string, unknown>> {
  return {
    parentUuid: number <= 1 ? null : toUuid(number - 1),
    isSidechain: false,
    sessionId: KEY.session,
    type: 'user',
    message: { role: 'user', content: `message ${number}` },
    uuid: toUuid(number),
    timestamp: '2026-01-01T00:00:00.000Z',
    number,
  }
}

/** The uuid of the message with this number. */
export function toUuid(number: number): UUID {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
