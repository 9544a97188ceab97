import type { Entry } from '@antiphon/core'
import { answer, attachment, boundary, prompt, summary } from '@antiphon/core/testing/log-builder'
import { describe, expect, it } from 'vitest'
import { findMessageBefore } from './find-message-before.ts'
import { createMemoryStore } from './memory-store.ts'
import type { TranscriptStore } from './transcript-store.ts'

const key = { project: '-home-dev', session: 'session' }

async function createStore(entries: readonly Entry[]): Promise<TranscriptStore> {
  const store = createMemoryStore()
  await store.append(key, entries)
  return store
}

describe('findMessageBefore', () => {
  it('finds what was said before a prompt, also in a branch that was left', async () => {
    const store = await createStore([
      prompt('a', null),
      answer('b', 'a'),
      prompt('c', 'b'),
      answer('d', 'c'),
      prompt('e', 'b'),
      answer('f', 'e'),
    ])
    expect(await findMessageBefore(store, key, 'e')).toBe('b')
    expect(await findMessageBefore(store, key, 'c')).toBe('b')
  })

  it('finds nothing before the first, whatever was attached to it', async () => {
    const told = await createStore([attachment('x', null), prompt('a', 'x'), answer('b', 'a')])
    expect(await findMessageBefore(told, key, 'a')).toBeNull()
    expect(
      await findMessageBefore(await createStore([prompt('a', null), answer('b', 'a')]), key, 'a'),
    ).toBeNull()
  })

  it('goes back behind and before a compaction', async () => {
    const store = await createStore([
      prompt('a', null),
      answer('b', 'a'),
      prompt('c', 'b'),
      answer('d', 'c'),
      boundary('k', 'd'),
      summary('s', 'k'),
      prompt('e', 's'),
    ])
    expect(await findMessageBefore(store, key, 'e')).toBe('s')
    expect(await findMessageBefore(store, key, 'c')).toBe('b')
  })

  it('says that there is no such message, or no such log', async () => {
    const store = await createStore([prompt('a', null)])
    await expect(findMessageBefore(store, key, 'z')).rejects.toThrow('no message z to go back to')
    await expect(findMessageBefore(store, { ...key, session: 'none' }, 'a')).rejects.toThrow('no message a')
  })
})
