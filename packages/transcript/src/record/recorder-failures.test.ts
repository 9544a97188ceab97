import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  answer,
  createFaultyDisk,
  createFaultyStore,
  ENVELOPE,
  type FaultyStore,
  KEY,
  parentsOf,
  prompt,
  readConversation,
  readEntries,
  uuidsOf,
  withFileStore,
} from '../../test/recording-kit.ts'
import { createFileStore } from '../file-store/file-store.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import type { TranscriptError } from '../transcript-error.ts'
import { createRecorder } from './create-recorder.ts'
import type { Recorder, RecorderOptions } from './recorder.ts'

let store: FaultyStore
let errors: TranscriptError[]
let recorder: Recorder

function open(options: Partial<RecorderOptions> = {}): Recorder {
  return createRecorder({
    store,
    key: KEY,
    envelope: ENVELOPE,
    onError: error => void errors.push(error),
    ...options,
  })
}

beforeEach(() => {
  store = createFaultyStore()
  errors = []
  recorder = open()
})

const stored = async (): Promise<readonly unknown[]> => uuidsOf(await readEntries(store))

describe('a store that fails', () => {
  it.each(['before', 'after', 1] as const)(
    'tells the caller (failing %s), keeps the order, and goes on with the same chain',
    async fault => {
      await recorder.recordTranscript([prompt('a')])
      void recorder.recordTranscript([prompt('a'), answer('b')])
      store.faults.push(fault)
      const history = [prompt('a'), answer('b'), prompt('c')]
      await expect(recorder.recordTranscript(history)).rejects.toMatchObject({ code: 'no-space' })
      await recorder.recordTranscript([...history, prompt('d')])
      const conversation = await readConversation(store)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b', 'c', 'd'])
      expect(conversation.report.filter(repair => repair.rule !== 'duplicate-entry')).toEqual([])
    },
  )

  it('is tried again by the same call, which then waits', async () => {
    store.faults.push('before', 'before')
    await expect(recorder.recordTranscript([prompt('a')])).rejects.toMatchObject({ code: 'no-space' })
    await expect(recorder.recordTranscript([prompt('a')])).rejects.toMatchObject({ code: 'no-space' })
    expect(await recorder.recordTranscript([prompt('a')])).toBe('a')
    expect(await stored()).toEqual(['a'])
  })

  it('is tried again by flush', async () => {
    store.faults.push('before')
    await expect(recorder.recordTranscript([prompt('a')])).rejects.toMatchObject({ code: 'no-space' })
    await recorder.flush()
    expect(await stored()).toEqual(['a'])
  })

  it('makes an answer wait that follows a prompt which is not durable', async () => {
    store.faults.push('before')
    await expect(recorder.recordTranscript([prompt('a')])).rejects.toMatchObject({ code: 'no-space' })
    await recorder.recordTranscript([prompt('a'), answer('b')])
    expect(await stored()).toEqual(['a', 'b'])
  })

  it('is reported where nobody waited, and tried again by the next call', async () => {
    const lazy = open({ lazyMilliseconds: 0 })
    store.faults.push('before')
    await lazy.recordTranscript([answer('a')])
    await vi.waitUntil(() => errors.length > 0, { timeout: 5000 })
    expect(errors).toMatchObject([{ code: 'no-space' }])
    await lazy.recordTranscript([answer('a'), prompt('b')])
    expect(await stored()).toEqual(['a', 'b'])
  })

  it('takes lines that it wrote in spite of an error for ours, records too', async () => {
    store.faults.push('after')
    const title = { type: 'custom-title', customTitle: 'A title' } as const
    await expect(recorder.recordEntry(title)).rejects.toMatchObject({ code: 'no-space' })
    await recorder.recordTranscript([prompt('a')])
    expect((await readEntries(store)).map(entry => entry.type)).toEqual([
      'custom-title',
      'custom-title',
      'user',
    ])
  })

  it.each([0, 1, 300, 700])('continues the chain on a disk that was full after %i bytes', bytesLeft => {
    const faulty = createFaultyDisk()
    return withFileStore(
      async files => {
        const onDisk = open({ store: files })
        await onDisk.recordTranscript([prompt('a')])
        const history = [prompt('a'), answer('b'), prompt('c')]
        faulty.bytesLeft = bytesLeft
        await expect(onDisk.recordTranscript(history)).rejects.toMatchObject({ code: 'no-space' })
        await expect(onDisk.flush()).rejects.toMatchObject({ code: 'no-space' })
        faulty.bytesLeft = Number.POSITIVE_INFINITY
        await onDisk.recordTranscript([...history, prompt('d')])
        expect(uuidsOf((await readConversation(files)).messages)).toEqual(['a', 'b', 'c', 'd'])
      },
      { disk: faulty.disk },
    )
  })

  it('continues the chain on a disk that could not sync', () => {
    const faulty = createFaultyDisk()
    return withFileStore(
      async files => {
        const onDisk = open({ store: files })
        await onDisk.recordTranscript([prompt('a')])
        faulty.failingSyncs = 5
        await expect(onDisk.recordTranscript([prompt('a'), prompt('b')])).rejects.toMatchObject({
          code: 'io',
        })
        faulty.failingSyncs = 0
        await onDisk.recordTranscript([prompt('a'), prompt('b'), prompt('c')])
        expect(uuidsOf((await readConversation(files)).messages)).toEqual(['a', 'b', 'c'])
      },
      { disk: faulty.disk },
    )
  })
})

describe('another writer', () => {
  const foreign = { type: 'user', uuid: 'foreign', message: { role: 'user', content: 'mine' } }

  it('stops the recorder: the caller and every later call learn of it, and nothing is written', async () => {
    await recorder.recordTranscript([prompt('a')])
    await store.append(KEY, [foreign])
    const history = [prompt('a'), prompt('b')]
    await expect(recorder.recordTranscript(history)).rejects.toMatchObject({ code: 'conflict' })
    expect(recorder.conflict?.message).toMatch(/changed by another writer.*Fork the session/)
    await expect(recorder.recordTranscript(history)).rejects.toBe(recorder.conflict)
    await expect(recorder.recordTranscript([answer('c')])).rejects.toBe(recorder.conflict)
    await expect(recorder.record({ agentId: 'x', messages: [] })).rejects.toBe(recorder.conflict)
    await expect(recorder.recordEntry({ type: 'tag', tag: 't' })).rejects.toBe(recorder.conflict)
    await expect(recorder.flush()).rejects.toBe(recorder.conflict)
    expect(await stored()).toEqual(['a', 'foreign'])
    await recorder.close()
  })

  it('is noticed after a failure too', async () => {
    await recorder.recordTranscript([prompt('a')])
    store.faults.push('after')
    await expect(recorder.recordTranscript([prompt('b')])).rejects.toMatchObject({ code: 'no-space' })
    await store.append(KEY, [foreign])
    await expect(recorder.flush()).rejects.toMatchObject({ code: 'conflict' })
    expect(await stored()).toEqual(['a', 'b', 'foreign'])
  })

  it('is noticed where nobody waits, and reported', async () => {
    const lazy = open({ lazyMilliseconds: 0 })
    await store.append(KEY, [foreign])
    await lazy.recordTranscript([answer('a')])
    await vi.waitUntil(() => errors.length > 0, { timeout: 5000 })
    expect(errors).toEqual([lazy.conflict])
  })

  it('is why a new session must be new', async () => {
    await store.append(KEY, [foreign])
    await expect(recorder.recordTranscript([prompt('a')])).rejects.toMatchObject({ code: 'conflict' })
  })

  it('may hold the lease', () =>
    withFileStore(async (files, root) => {
      const other: TranscriptStore = createFileStore({ root })
      await other.append(KEY, [foreign])
      const late = open({ store: files, lastUuid: 'foreign' })
      await expect(late.recordTranscript([prompt('a')])).rejects.toThrow(/being written by another process/)
      await other.close()
    }))
})

describe('close', () => {
  it('writes what waits, gives up the log, and refuses what comes later', () =>
    withFileStore(async (files, root) => {
      const first = open({ store: files })
      void first.recordTranscript([answer('a')])
      await first.close()
      await first.close()
      await expect(first.recordTranscript([prompt('b')])).rejects.toMatchObject({ code: 'closed' })
      const other: TranscriptStore = createFileStore({ root })
      const second = open({ store: other, lastUuid: 'a' })
      await second.recordTranscript([prompt('c')])
      expect(parentsOf(await readEntries(files))).toEqual([null, 'a'])
      await other.close()
    }))

  it('stays open where it could not save what it holds', async () => {
    void recorder.recordTranscript([answer('a')])
    store.faults.push('before')
    await expect(recorder.close()).rejects.toMatchObject({ code: 'no-space' })
    await recorder.close()
    expect(await stored()).toEqual(['a'])
  })
})
