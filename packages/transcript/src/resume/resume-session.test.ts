import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { decodeLines, type Entry, encodeEntry, readLog } from '@antiphon/core'
import { sliceFromLastCompactBoundary } from '@antiphon/core/log'
import { arbitraryBranchingLog } from '@antiphon/core/testing/arbitrary-branching-log'
import { arbitraryDamageTo } from '@antiphon/core/testing/arbitrary-log'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { isSafeCut } from '@antiphon/core/testing/is-safe-cut'
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
import { createMemoryStore } from '../store/memory-store.ts'
import type { StoredItem, TranscriptStore } from '../store/transcript-store.ts'
import { type ResumeOptions, resumeSession } from './resume-session.ts'

const root = mkdtempSync(join(tmpdir(), 'antiphon-resume-'))
afterAll(() => rmSync(root, { recursive: true }))
const key = { project: '-home-dev', session: 'session' }
const path = toLogPath(root, key)
mkdirSync(dirname(path), { recursive: true })
const store = createFileStore({ root })

function write(content: Uint8Array | readonly Entry[]): Uint8Array {
  const bytes = content instanceof Uint8Array ? content : Buffer.from(content.map(encodeEntry).join(''))
  writeFileSync(path, bytes)
  return bytes
}

/** Resumes and compares with what reading the whole file gives, unless the part not read names or repeats the other. */
async function compare(bytes: Uint8Array, options: ResumeOptions = {}): Promise<'whole' | 'part' | 'unsafe'> {
  write(bytes)
  const resumed = await resumeSession(store, key, options)
  const whole = readLog(bytes, options)
  const lines = decodeLines(bytes).filter(line => line.kind === 'entry')
  const cut = lines.findIndex(({ offset }) => offset >= resumed.from)
  const entries = lines.map(({ entry }) => entry)
  if (cut > 0 && !isSafeCut(entries, cut)) return 'unsafe'
  const expected = sliceFromLastCompactBoundary(whole.messages)
  expect(uuidsOf(resumed.messages)).toEqual(uuidsOf(expected))
  expect(resumed.messages).toEqual(expected)
  expect(resumed.leaf).toEqual(whole.leaf)
  expect(resumed.seq).toBe(bytes.length)
  return cut > 0 ? 'part' : 'whole'
}

const lineDamage = fc.constantFrom(
  '',
  '',
  '',
  '{"type":"user","uu',
  '\0\0\0\n',
  'nonsense\n',
  '\r\n',
  '[1]\n',
)

describe('resumeSession', () => {
  it('gives the live context of the whole log', async () => {
    const counts = { whole: 0, part: 0, unsafe: 0 }
    await fc.assert(
      fc.asyncProperty(arbitraryBranchingLog, fc.array(lineDamage), async (entries, damage) => {
        const lines = entries.map((entry, index) => (damage[index] ?? '') + encodeEntry(entry))
        counts[await compare(Buffer.from(lines.join('')))]++
      }),
      { numRuns: 400 },
    )
    expect(counts.part).toBeGreaterThan(counts.unsafe)
  })

  it('gives that of every leaf that is asked for', async () => {
    const counts = { whole: 0, part: 0, unsafe: 0 }
    await fc.assert(
      fc.asyncProperty(arbitraryBranchingLog, fc.nat(), async (entries, choice) => {
        const uuids = entries.flatMap(entry => ('uuid' in entry ? [String(entry.uuid)] : []))
        const leafUuid = uuids[choice % uuids.length] ?? ''
        counts[await compare(Buffer.from(entries.map(encodeEntry).join('')), { leafUuid })]++
      }),
      { numRuns: 400 },
    )
    expect(counts.part).toBeGreaterThan(0)
  })

  it('gives that of damaged logs', async () => {
    const logs = arbitraryDamageTo(arbitraryBranchingLog, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(logs, async entries => {
        const objects = entries.filter(entry => typeof entry === 'object' && entry !== null)
        await compare(Buffer.from(objects.map(encodeEntry).join('')))
      }),
      { numRuns: 400 },
    )
  })

  it('reads to the last boundary and no further', async () => {
    write([
      prompt('a', null),
      answer('b', 'a'),
      boundary('c', 'b'),
      summary('d', 'c'),
      { type: 'custom-title', customTitle: 'mine', sessionId: 'session' },
      { type: 'permission-mode', permissionMode: 'plan', sessionId: 'session' },
      prompt('e', 'd'),
    ])
    const resumed = await resumeSession(counting(store), key)
    expect(uuidsOf(resumed.messages)).toEqual(['c', 'd', 'e'])
    expect(resumed).toMatchObject({
      lastUuid: 'e',
      titles: { customTitle: 'mine' },
      permissionMode: 'plan',
      mode: undefined,
      sessionIds: ['session'],
      report: [],
    })
    expect([...resumed.recordedUuids]).toEqual(['c', 'd', 'e'])
    expect(read).toBe(5)
  })

  it('reads as far as what was kept, and not a word of repair for what came before', async () => {
    write([
      prompt('a', 'never written'),
      prompt('b', 'a'),
      attachment('c', 'b'),
      boundary('d', 'c', { preservedMessages: { anchorUuid: 'e', uuids: ['b', 'c'] } }),
      summary('e', 'd'),
      answer('f', 'e'),
    ])
    const resumed = await resumeSession(counting(store), key)
    expect(uuidsOf(resumed.messages)).toEqual(['d', 'e', 'b', 'c', 'f'])
    expect(resumed.report).toEqual([])
    expect(read).toBe(5)
  })

  it('follows a rewind to before the boundary', async () => {
    write([prompt('a', null), answer('b', 'a'), boundary('c', 'b'), summary('d', 'c'), prompt('e', 'a')])
    const { messages, from } = await resumeSession(store, key)
    expect(uuidsOf(messages)).toEqual(['a', 'e'])
    expect(from).toBe(0)
  })

  it('brings back a result that was written behind the boundary for a call before it', async () => {
    const calls = answer('b', 'a', { calls: ['one', 'two'] })
    write([
      prompt('a', null),
      calls,
      result('c', 'b', 'one'),
      boundary('d', 'c'),
      summary('e', 'd'),
      result('f', 'b', 'two'),
      prompt('g', 'e'),
    ])
    expect(uuidsOf((await resumeSession(store, key)).messages)).toEqual(['d', 'e', 'f', 'g'])
  })

  it('reports damage behind the boundary with its place', async () => {
    const lines = [boundary('a', null), summary('b', 'a')].map(encodeEntry)
    write(Buffer.from(`nonsense\n${lines.join('torn\n')}`))
    const { report } = await resumeSession(store, key)
    expect(report).toEqual([
      { rule: 'bad-line', uuid: null, offset: 9 + (lines[0]?.length ?? 0), detail: 'not-json, 5 bytes' },
    ])
  })

  it('finds nothing in a log that does not exist', async () => {
    const resumed = await resumeSession(createMemoryStore(), key)
    expect(resumed).toMatchObject({ messages: [], leaf: undefined, lastUuid: null, seq: 0, report: [] })
  })

  it('works on a store whose positions are no bytes', async () => {
    const memory = createMemoryStore()
    await memory.append(key, [prompt('a', null), boundary('b', 'a'), summary('c', 'b')])
    const { messages, seq, from } = await resumeSession(memory, key)
    expect(uuidsOf(messages)).toEqual(['b', 'c'])
    expect({ seq, from }).toEqual({ seq: 3, from: 1 })
  })

  it('stops when it is told to', async () => {
    write([prompt('a', null)])
    await expect(resumeSession(store, key, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/)
  })
})

let read = 0

/** The same store; `read` is how many items it gave. */
function counting(counted: TranscriptStore): Pick<TranscriptStore, 'read' | 'end'> {
  read = 0
  return {
    end: counted.end,
    async *read(readKey, options): AsyncGenerator<StoredItem> {
      for await (const item of counted.read(readKey, options)) {
        read++
        yield item
      }
    },
  }
}

describe('real logs', () => {
  it.each(CORPUS)('%s is resumed to the live context of the whole', async name => {
    expect(await compare(readCorpus(name))).not.toBe('unsafe')
  })
})
