import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Entry, encodeEntry, readLog, type TranscriptEntry } from '@antiphon/core'
import { isTranscriptEntry } from '@antiphon/core/log'
import { arbitraryBranchingLog } from '@antiphon/core/testing/arbitrary-branching-log'
import {
  answer,
  attachment,
  boundary,
  prompt,
  result,
  summary,
  uuidsOf,
} from '@antiphon/core/testing/log-builder'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { toLogPath } from '../file/log-path.ts'
import { createFileStore } from '../file-store/file-store.ts'
import { resumeSession } from '../resume/resume-session.ts'
import { TranscriptError } from '../transcript-error.ts'
import { createMemoryStore } from './memory-store.ts'
import { type SessionKey, toSubagentKey } from './session-key.ts'
import type { TranscriptStore } from './transcript-store.ts'

const key = { project: '-home-dev', session: 'session' }
const target = { project: '-home-dev', session: 'fork' }
const root = mkdtempSync(join(tmpdir(), 'antiphon-fork-'))
afterAll(() => rmSync(root, { recursive: true }))

async function createStore(entries: readonly Entry[]): Promise<TranscriptStore> {
  const store = createMemoryStore()
  await store.append(key, entries)
  return store
}

async function readAll(store: TranscriptStore, from: SessionKey): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for await (const item of store.read(from)) if (item.kind === 'entry') entries.push(item.entry)
  return entries
}

/** A message as it was before the fork. */
function unfork(entry: TranscriptEntry): unknown {
  const { forkedFrom: _, ...fields } = entry as TranscriptEntry & { forkedFrom?: unknown }
  return { ...fields, sessionId: 'session' }
}

describe('forkLog', () => {
  it('copies the log up to an entry, under the new session, and says where each message comes from', async () => {
    const entries = [
      prompt('a', null, { brandNew: { field: 1 }, session_id: 'session' }),
      { type: 'custom-title', customTitle: 'mine', sessionId: 'session' },
      { type: 'never seen', value: 1 },
      answer('b', 'a'),
      prompt('c', 'b'),
    ]
    const store = await createStore(entries)
    const outcome = await store.fork(key, { session: 'fork', at: 'b' })
    expect(outcome).toEqual({ key: target, seq: 4, shared: 4 })
    expect(await readAll(store, target)).toEqual([
      {
        ...entries[0],
        sessionId: 'fork',
        session_id: 'fork',
        forkedFrom: { sessionId: 'session', messageUuid: 'a' },
      },
      { type: 'custom-title', customTitle: 'mine', sessionId: 'fork' },
      { type: 'never seen', value: 1 },
      { ...entries[3], sessionId: 'fork', forkedFrom: { sessionId: 'session', messageUuid: 'b' } },
    ])
    expect(await readAll(store, key)).toEqual(entries)
  })

  it('forgets at an entry what waited then: that it was taken up stands behind it', async () => {
    const waits = { type: 'queue-operation', operation: 'enqueue', sessionId: 'session', content: 'Later.' }
    const store = await createStore([prompt('a', null), waits, answer('b', 'a'), prompt('c', 'b')])
    expect(await store.fork(key, { session: 'fork', at: 'b' })).toMatchObject({ shared: 2 })
    expect(await store.fork(key, { session: 'whole' })).toMatchObject({ shared: 4 })
  })

  it('copies everything where no entry is named', async () => {
    const store = await createStore([prompt('a', null), answer('b', 'a')])
    expect(await store.fork(key, { session: 'fork' })).toMatchObject({ shared: 2 })
    expect(uuidsOf((await resumeSession(store, target)).messages)).toEqual(['a', 'b'])
  })

  it('takes with an answer its other blocks and the results of its calls', async () => {
    const store = await createStore([
      prompt('a', null),
      answer('b', 'a', { id: 'msg', calls: ['one'] }),
      answer('c', 'b', { id: 'msg', calls: ['two'] }),
      result('d', 'c', 'two'),
      attachment('e', 'd'),
      result('f', 'b', 'one'),
      answer('g', 'f'),
    ])
    expect(await store.fork(key, { session: 'fork', at: 'b' })).toMatchObject({ shared: 6 })
    expect(uuidsOf((await resumeSession(store, target)).messages)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('goes on at an entry of another branch than that of the last words', async () => {
    const store = await createStore([
      prompt('a', null),
      answer('b', 'a'),
      prompt('c', 'b'),
      attachment('d', 'b'),
      answer('e', 'd'),
    ])
    await store.fork(key, { session: 'fork', at: 'd' })
    expect(uuidsOf((await resumeSession(store, target)).messages)).toEqual(['a', 'b', 'd'])
  })

  it('gives the live context that the old session had there', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(arbitraryBranchingLog, fc.nat(), async (entries, choice) => {
        const messages = entries.filter(isTranscriptEntry)
        const at = messages[choice % messages.length]
        fc.pre(at !== undefined && at.type !== 'progress' && !at.isSidechain)
        const store = await createStore(entries)
        await store.fork(key, { session: 'fork', at: at.uuid })
        const forked = await readAll(store, target)
        fc.pre(isPastClosed({ entries, forked, at }))
        const expected = await resumeSession(store, key, { leafUuid: at.uuid })
        const resumed = await resumeSession(store, target)
        expect(uuidsOf(resumed.messages)).toEqual(uuidsOf(expected.messages))
        expect(resumed.messages.map(unfork)).toEqual(expected.messages)
        compared++
      }),
      { numRuns: 600 },
    )
    expect(compared).toBeGreaterThan(0)
  })

  it('copies the logs of subagents that had begun by then', async () => {
    const at = (minute: number) => ({ timestamp: `2026-01-01T00:0${minute}:00.000Z` })
    const store = await createStore([prompt('a', null, at(1)), answer('b', 'a', { extra: at(3) })])
    const early = prompt('x', null, { ...at(2), isSidechain: true, agentId: 'early' })
    await store.append(toSubagentKey(key, 'early'), [early])
    await store.append(toSubagentKey(key, 'late'), [prompt('y', null, at(4))])
    await store.append(toSubagentKey({ ...key, session: 'other' }, 'foreign'), [prompt('z', null)])
    await store.fork(key, { session: 'fork', at: 'b' })
    expect(await readAll(store, toSubagentKey(target, 'early'))).toEqual([
      { ...early, sessionId: 'fork', forkedFrom: { sessionId: 'session', messageUuid: 'x' } },
    ])
    expect(await store.end(toSubagentKey(target, 'late'))).toBeNull()
    expect(await store.end(toSubagentKey(target, 'foreign'))).toBeNull()
    await store.fork(key, { session: 'whole' })
    expect(await store.end(toSubagentKey({ ...key, session: 'whole' }, 'late'))).toBe(1)
  })

  it('refuses what cannot be, before anything is written', async () => {
    const store = await createStore([prompt('a', null)])
    const fork = (from: SessionKey, options: { session: string; at?: string }) => store.fork(from, options)
    await expect(fork(key, { session: 'fork', at: 'b' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(fork({ ...key, session: 'none' }, { session: 'fork' })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(fork(key, { session: 'session' })).rejects.toMatchObject({ code: 'exists' })
    await expect(fork(key, { session: '../up' })).rejects.toMatchObject({ code: 'bad-key' })
    expect(await store.end(target)).toBeNull()
  })

  it('leaves no half of a fork where the medium fails', async () => {
    const store = await createStore(Array.from({ length: 2500 }, (_, index) => prompt(`e${index}`, null)))
    let appends = 0
    const failing: TranscriptStore = {
      ...store,
      async draft(of) {
        const draft = await store.draft(of)
        return {
          ...draft,
          append: (to, entries, options) => {
            if (++appends === 3) throw new TranscriptError('no-space', 'No space left.')
            return draft.append(to, entries, options)
          },
        }
      },
    }
    const { forkLog } = await import('./fork-log.ts')
    await expect(forkLog(failing, key, { session: 'fork' })).rejects.toMatchObject({ code: 'no-space' })
    expect(appends).toBe(3)
    expect(await store.end(target)).toBeNull()
  })

  it('forks the log of a subagent by itself', async () => {
    const store = createFileStore({ root })
    const agent = toSubagentKey(key, 'alone')
    await store.append(agent, [prompt('a', null), answer('b', 'a')])
    expect(await store.fork(agent, { session: 'lone' })).toMatchObject({ shared: 2 })
    const copy = { ...agent, session: 'lone' }
    expect((await readAll(store, copy)).filter(isTranscriptEntry).map(({ uuid }) => uuid)).toEqual(['a', 'b'])
    await expect(store.fork(agent, { session: 'lone' })).rejects.toMatchObject({ code: 'exists' })
    await store.close()
  })

  it('copies a damaged file without its damage and leaves the file as it is', async () => {
    const store = createFileStore({ root })
    const path = toLogPath(root, key)
    const first = [prompt('a', null), boundary('b', 'a'), summary('c', 'b')]
    await store.append(key, first)
    await store.release(key)
    const bytes = `${readFileSync(path, 'utf8')}{"type":"user","uu\0\0\n${encodeEntry(answer('d', 'c'))}nonsense`
    writeFileSync(path, bytes)
    expect(await store.fork(key, { session: 'fork' })).toMatchObject({ shared: 4 })
    expect(readFileSync(path, 'utf8')).toBe(bytes)
    const { messages, report } = readLog(readFileSync(toLogPath(root, target)))
    expect({ uuids: uuidsOf(messages), report }).toEqual({ uuids: ['a', 'b', 'c', 'd'], report: [] })
    await store.close()
  })
})

/**
 * False where what the fork does not share says something of what it shares: later words below a dead end, or a
 * compaction that the chain did not pass or whose kept messages the named leaf stands before.
 */
function isPastClosed({
  entries,
  forked,
  at,
}: {
  readonly entries: readonly Entry[]
  readonly forked: readonly Entry[]
  readonly at: TranscriptEntry
}): boolean {
  const { messages } = readLog(Buffer.from(entries.map(encodeEntry).join('')), { leafUuid: at.uuid })
  const onChain = new Set(messages.map(({ uuid }) => uuid))
  const shared = new Map(forked.filter(isTranscriptEntry).map(entry => [entry.uuid, entry]))
  const later = entries.filter(isTranscriptEntry).filter(({ uuid }) => !shared.has(uuid))
  const isOpen = later
    .flatMap(({ parentUuid, logicalParentUuid }) => [parentUuid, logicalParentUuid])
    .some(name => typeof name === 'string' && shared.has(name) && !onChain.has(name))
  const isSkipped = [...shared.values()].some(entry => entry.type === 'system' && !onChain.has(entry.uuid))
  return !isOpen && !isSkipped && at.type !== 'system' && !('isCompactSummary' in at)
}
