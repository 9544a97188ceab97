import { strictEqual } from 'node:assert/strict'
import type { Entry } from '@antiphon/core'
import type { SessionKey } from '../session-key.ts'
import type { FollowItem, StoredItem, TranscriptStore } from '../transcript-store.ts'
import type { ContractCase } from './contract-case.ts'
import { KEY } from './sample-entries.ts'

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
