import { appendFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaultyStore, readEntries, withFileStore } from '../../test/recording-kit.ts'
import { createFileStore } from '../file-store/file-store.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import type { TranscriptStore } from '../store/transcript-store.ts'
import { type SessionStoreEntry, type SessionStoreKey, toSessionStore } from './to-session-store.ts'

const KEY: SessionStoreKey = { projectKey: 'proj', sessionId: 'sess' }
const AGENT_1: SessionStoreKey = { ...KEY, subpath: 'subagents/agent-1' }
const AGENT_2: SessionStoreKey = { ...KEY, subpath: 'subagents/agent-2' }

function entry(fields: Readonly<Record<string, unknown>> = {}): SessionStoreEntry {
  return { type: 'x', ...fields }
}

type WithStore = (body: (store: TranscriptStore) => Promise<void>) => Promise<void>

const backends: [string, WithStore][] = [
  ['memory', body => body(createMemoryStore())],
  ['files', withFileStore],
]

describe.each(backends)('the contracts of a SessionStore, over %s', (_, withStore) => {
  it('1: loads what was appended, in the same order', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      const entries = [
        entry({ uuid: 'b', n: 1 }),
        entry({ uuid: 'a', n: 2, deep: { list: [null, 'ü', 1.5] } }),
      ]
      await sessions.append(KEY, entries)
      expect(await sessions.load(KEY)).toEqual(entries)
    }))

  it('2: has nothing under an unknown key', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      expect(await sessions.load({ projectKey: 'proj', sessionId: 'nope' })).toBeNull()
      await sessions.append(KEY, [entry({ uuid: 'x' })])
      expect(await sessions.load({ ...KEY, subpath: 'nope' })).toBeNull()
    }))

  it('3: keeps the order of calls', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry({ uuid: 'z' })])
      await sessions.append(KEY, [entry({ uuid: 'a' }), entry({ uuid: 'm' })])
      await Promise.all(['d', 'c', 'b'].map(uuid => sessions.append(KEY, [entry({ uuid })])))
      expect((await sessions.load(KEY))?.map(({ uuid }) => uuid)).toEqual(['z', 'a', 'm', 'd', 'c', 'b'])
    }))

  it('4: takes an empty append for nothing', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [])
      expect(await sessions.load(KEY)).toBeNull()
      expect(await sessions.listSessions('proj')).toEqual([])
      await sessions.append(KEY, [entry({ uuid: 'a' })])
      await sessions.append(KEY, [])
      expect(await sessions.load(KEY)).toEqual([entry({ uuid: 'a' })])
    }))

  it('5: keeps subpaths apart from the main transcript', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry({ uuid: 'm' })])
      await sessions.append(AGENT_1, [entry({ uuid: 's' })])
      expect(await sessions.load(KEY)).toEqual([entry({ uuid: 'm' })])
      expect(await sessions.load(AGENT_1)).toEqual([entry({ uuid: 's' })])
    }))

  it('6: keeps projects apart', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      for (const projectKey of ['A', 'B'])
        await sessions.append({ projectKey, sessionId: 's1' }, [entry({ from: projectKey })])
      for (const projectKey of ['A', 'B']) {
        expect(await sessions.load({ projectKey, sessionId: 's1' })).toEqual([entry({ from: projectKey })])
        expect(await sessions.listSessions(projectKey)).toHaveLength(1)
      }
    }))

  it('7: lists the sessions of a project with the time in milliseconds', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      const keys = [
        ['proj', 'a'],
        ['proj', 'b'],
        ['other', 'c'],
      ] as const
      for (const [projectKey, sessionId] of keys) await sessions.append({ projectKey, sessionId }, [entry()])
      const listed = await sessions.listSessions('proj')
      expect(listed.map(({ sessionId }) => sessionId).sort()).toEqual(['a', 'b'])
      for (const { mtime } of listed) expect(mtime).toBeGreaterThan(1e12)
      expect(await sessions.listSessions('never-appended-project')).toEqual([])
    }))

  it('8: lists no subagents among the sessions', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry()])
      await sessions.append(AGENT_1, [entry()])
      expect((await sessions.listSessions('proj')).map(({ sessionId }) => sessionId)).toEqual(['sess'])
    }))

  it('9: has nothing after a deletion, and deletes what is not there without a word', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.delete({ projectKey: 'proj', sessionId: 'never-written' })
      await sessions.append(KEY, [entry({ uuid: 'a' })])
      await sessions.delete(KEY)
      expect(await sessions.load(KEY)).toBeNull()
      await sessions.append(KEY, [entry({ uuid: 'a' })])
      expect(await sessions.load(KEY)).toEqual([entry({ uuid: 'a' })])
    }))

  it('10: deletes the subagents with their session, and nothing else', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      const others = [
        { projectKey: 'proj', sessionId: 'sess2' },
        { projectKey: 'other-proj', sessionId: 'sess' },
      ]
      for (const key of [KEY, AGENT_1, AGENT_2, ...others]) await sessions.append(key, [entry()])
      await sessions.delete(KEY)
      for (const key of [KEY, AGENT_1, AGENT_2]) expect(await sessions.load(key)).toBeNull()
      for (const key of others) expect(await sessions.load(key)).toHaveLength(1)
      expect(await sessions.listSubkeys(KEY)).toEqual([])
      expect((await sessions.listSessions('proj')).map(({ sessionId }) => sessionId)).toEqual(['sess2'])
      await sessions.append(AGENT_1, [entry()])
      expect(await sessions.load(AGENT_1)).toHaveLength(1)
    }))

  it('11: deletes one subagent alone', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      for (const key of [KEY, AGENT_1, AGENT_2]) await sessions.append(key, [entry()])
      await sessions.delete(AGENT_1)
      expect(await sessions.load(AGENT_1)).toBeNull()
      expect(await sessions.load(AGENT_2)).toHaveLength(1)
      expect(await sessions.load(KEY)).toHaveLength(1)
      expect(await sessions.listSubkeys(KEY)).toEqual(['subagents/agent-2'])
    }))

  it('12: lists the subpaths of a session', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      for (const key of [KEY, AGENT_1, AGENT_2]) await sessions.append(key, [entry()])
      await sessions.append({ projectKey: 'proj', sessionId: 'x', subpath: 'subagents/agent-x' }, [entry()])
      expect((await sessions.listSubkeys(KEY)).sort()).toEqual(['subagents/agent-1', 'subagents/agent-2'])
    }))

  it('13: lists no main transcript among the subpaths', () =>
    withStore(async store => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry()])
      expect(await sessions.listSubkeys(KEY)).toEqual([])
      expect(await sessions.listSubkeys({ projectKey: 'proj', sessionId: 'never-appended' })).toEqual([])
    }))

  it('leaves out what comes again, within a batch, in a later one and after a restart', () =>
    withStore(async store => {
      const [a, b, c] = ['a', 'b', 'c'].map(uuid => entry({ uuid })) as [
        SessionStoreEntry,
        SessionStoreEntry,
        SessionStoreEntry,
      ]
      const title = entry({ title: 'no uuid, twice is twice' })
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [a, title, a, b])
      await sessions.append(KEY, [a, b])
      await sessions.append(KEY, [b, c])
      await toSessionStore(store).append(KEY, [a, title, c])
      expect(await sessions.load(KEY)).toEqual([a, title, b, c, title])
    }))

  it('is idempotent for any batches, whoever delivers them', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(1), fc.array(fc.nat(12), { maxLength: 5 })), { maxLength: 12 }),
        batches =>
          withStore(async store => {
            const sessions = [toSessionStore(store, { maxOpenTranscripts: 1 }), toSessionStore(store)]
            for (const [who, numbers] of batches)
              await sessions[who]!.append(
                KEY,
                numbers.map(number => entry({ uuid: `u${number}`, number })),
              )
            const expected = [...new Set(batches.flatMap(([, numbers]) => numbers))]
            const loaded = (await sessions[0]!.load(KEY)) ?? []
            expect(loaded.map(({ number }) => number)).toEqual(expected)
          }),
      ),
      { numRuns: 60 },
    ))
})

describe('a mirror', () => {
  it.each(['before', 'after', 1] as const)('takes a batch again that failed (%s)', async fault => {
    const store = createFaultyStore()
    const sessions = toSessionStore(store)
    await sessions.append(KEY, [entry({ uuid: 'a' })])
    const batch = ['b', 'c', 'd'].map(uuid => entry({ uuid }))
    store.faults.push(fault, fault)
    await expect(sessions.append(KEY, batch)).rejects.toMatchObject({ code: 'no-space' })
    await expect(sessions.append(KEY, batch)).rejects.toMatchObject({ code: 'no-space' })
    await sessions.append(KEY, batch)
    await sessions.append(KEY, batch)
    expect(new Set((await sessions.load(KEY))?.map(({ uuid }) => uuid))).toEqual(
      new Set(['a', 'b', 'c', 'd']),
    )
    expect(await sessions.load(KEY)).toHaveLength(4)
  })

  it('holds no more transcripts open than it may', () =>
    withFileStore(async (store, root) => {
      const sessions = toSessionStore(store, { maxOpenTranscripts: 2 })
      const keys = Array.from({ length: 6 }, (_, index) => ({ projectKey: 'proj', sessionId: `s${index}` }))
      await Promise.all(keys.map(key => sessions.append(key, [entry({ uuid: 'a' })])))
      for (const key of keys) await sessions.append(key, [entry({ uuid: 'a' }), entry({ uuid: 'b' })])
      for (const key of keys) expect(await sessions.load(key)).toHaveLength(2)
      // What was let go can be written by others.
      const other = createFileStore({ root })
      const outcomes = []
      for (const { projectKey, sessionId } of keys)
        outcomes.push((await other.append({ project: projectKey, session: sessionId }, [])).status)
      expect(outcomes.filter(status => status === 'appended')).toHaveLength(4)
      await other.close()
    }))

  it('says who is in the way', () =>
    withFileStore(async (store, root) => {
      const other = createFileStore({ root })
      await other.append({ project: 'proj', session: 'sess' }, [entry()])
      await expect(toSessionStore(store).append(KEY, [entry()])).rejects.toMatchObject({ code: 'in-use' })
      await other.close()
      await toSessionStore(store).append(KEY, [entry()])
    }))

  it('goes behind what another writer added', async () => {
    const store = createMemoryStore()
    const sessions = toSessionStore(store)
    await sessions.append(KEY, [entry({ uuid: 'a' })])
    await store.append({ project: 'proj', session: 'sess' }, [entry({ uuid: 'b' })])
    await sessions.append(KEY, [entry({ uuid: 'b' }), entry({ uuid: 'c' })])
    expect((await sessions.load(KEY))?.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c'])
  })

  it('goes behind foreign bytes in its file', () =>
    withFileStore(async (store, root) => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry({ uuid: 'a' })])
      await appendFile(`${root}/projects/proj/sess.jsonl`, '{"type":"x","uuid":"b"}\n')
      await sessions.append(KEY, [entry({ uuid: 'b' }), entry({ uuid: 'c' })])
      expect((await sessions.load(KEY))?.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c'])
    }))

  it('gives up on a log that never stands still', async () => {
    const store = createMemoryStore()
    const restless: TranscriptStore = {
      ...store,
      append: async () => ({ status: 'conflict', reason: 'moved-on', seq: 0 }),
    }
    await expect(toSessionStore(restless).append(KEY, [entry()])).rejects.toMatchObject({ code: 'conflict' })
  })

  it('reads past damage', () =>
    withFileStore(async (store, root) => {
      const sessions = toSessionStore(store)
      await sessions.append(KEY, [entry({ uuid: 'a' })])
      await store.close()
      await appendFile(`${root}/projects/proj/sess.jsonl`, '{"type":"x","uuid":"to')
      const reopened = toSessionStore(createFileStore({ root }))
      await reopened.append(KEY, [entry({ uuid: 'a' }), entry({ uuid: 'b' })])
      expect(await reopened.load(KEY)).toEqual([entry({ uuid: 'a' }), entry({ uuid: 'b' })])
    }))

  it('names nothing outside its folder', async () => {
    const sessions = toSessionStore(createMemoryStore())
    const bad = { code: 'bad-key' }
    await expect(sessions.append({ projectKey: '..', sessionId: 's' }, [])).rejects.toMatchObject(bad)
    await expect(sessions.listSessions('../..')).rejects.toMatchObject(bad)
    await expect(sessions.listSubkeys({ projectKey: 'p', sessionId: '..' })).rejects.toMatchObject(bad)
    await expect(sessions.delete({ ...KEY, subpath: 'a/../../b' })).rejects.toMatchObject(bad)
  })

  it('writes entries as lines of the log, untouched', async () => {
    const store = createMemoryStore()
    const line = entry({ type: 'user', uuid: 'a', parentUuid: null, unheardOf: { of: 1 } })
    await toSessionStore(store).append(KEY, [line])
    expect(await readEntries(store, { project: 'proj', session: 'sess' })).toEqual([line])
  })
})
