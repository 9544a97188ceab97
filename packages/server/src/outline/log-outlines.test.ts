import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConversation, type Entry } from '@antiphon/core'
import { isVoice, scanEntries } from '@antiphon/core/log'
import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLog, uuidOf } from '../../../web/test/make-sessions.ts'
import type { BranchPlace, Outline, OutlineBranch } from '../protocol/outline.ts'
import { toLinkedEntry } from './linked-entry.ts'
import { createLogOutlines } from './log-outlines.ts'
import { createMessageTree, type ShortEntry } from './message-tree.ts'
import { computeBranches } from './outline-branches.ts'
import { createOutlineScan } from './outline-scan.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-outline-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const never = new AbortController().signal

async function outlineOf(path: string, outlines = createLogOutlines()): Promise<Outline> {
  const { scan, end } = await outlines.read(path, never)
  return scan.outline(end)
}

function makeForkedLog(): ReturnType<typeof createLog> {
  const log = createLog('forked')
  log.say('Build it')
  log.answer({ type: 'text', text: 'Like this?' })
  log.say('No, like that')
  log.answer({ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'false' } })
  log.add({
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', is_error: true, content: 'Exit code 1' }],
    },
  })
  log.add({ type: 'user', parentUuid: uuidOf(2), message: { role: 'user', content: 'Rather the other way' } })
  log.answer({ type: 'text', text: 'Done.' })
  log.add({ type: 'user', message: { role: 'user', content: '[Request interrupted by user]' } })
  log.add({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' })
  return log
}

function toText(entries: readonly unknown[]): string {
  return entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
}

function shorten(entries: readonly Entry[]): readonly ShortEntry[] {
  const tree = createMessageTree()
  for (const [seq, entry] of entries.entries()) tree.add(entry, seq)
  return tree.shorten()
}

describe('a tree of a log', () => {
  it('leaves every branch as a full reading has it', () => {
    const step = fc.record({ back: fc.nat(30), isMeta: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), steps => {
        const log = createLog('any')
        for (const { back, isMeta } of steps) {
          const parent = log.entries[log.entries.length - 1 - (back % 15)]
          const fork = back < 6 && parent && 'uuid' in parent ? { parentUuid: parent.uuid } : {}
          log.add({
            type: 'user',
            message: { role: 'user', content: 'x' },
            ...(isMeta && { isMeta }),
            ...fork,
          })
        }
        const entries = shorten(log.entries)
        const weights = new Map(entries.map(({ entry, weight }) => ['uuid' in entry && entry.uuid, weight]))
        const short = buildConversation(entries.map(({ entry }) => entry))
        const whole = buildConversation(log.entries)
        const weigh = (messages: readonly Entry[]): number =>
          messages.reduce((sum, entry) => sum + (('uuid' in entry && weights.get(entry.uuid)) || 0), 0)
        expect(short.leaf?.uuid).toBe(whole.leaf?.uuid)
        expect(weigh(short.messages)).toBe(whole.messages.filter(isVoice).length)
        expect(short.branches.map(branch => [branch.leafUuid, weigh(branch.messages)])).toEqual(
          whole.branches.map(branch => [branch.leafUuid, branch.messages.filter(isVoice).length]),
        )
      }),
    )
  })
})

describe('a branch that is taken up again', () => {
  it('keeps what it goes on from', () => {
    const log = createLog('again')
    for (const [number, parent] of [0, 1, 2, 1, 3].entries())
      log.add({
        type: 'user',
        message: { role: 'user', content: `${number}` },
        parentUuid: parent === 0 ? null : uuidOf(parent),
      })
    const entries = shorten(log.entries).map(({ entry }) => entry)
    expect(buildConversation(entries).messages.at(-2)?.uuid).toBe(uuidOf(3))
  })
})

function placeOnWhole(log: readonly ShortEntry[], leafUuid: string, before: number): BranchPlace {
  let uuid: unknown = leafUuid
  for (const { entry, seq } of log.toReversed()) {
    const { uuid: own, parentUuid }: Readonly<Record<string, unknown>> = entry
    if (own !== uuid) continue
    if (seq < before) return { uuid: String(uuid), seq }
    uuid = parentUuid
  }
  return { uuid: null, seq: null }
}

describe('createOutlineScan', () => {
  it('tells the same tree, whether it holds its messages whole or in a few bytes', () => {
    const step = fc.record({ back: fc.nat(60), kind: fc.constantFrom('user', 'assistant', 'attachment') })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 100 }), steps => {
        const log = createLog('any')
        for (const { back, kind } of steps) {
          const parent = log.entries[log.entries.length - 1 - (back % 30)]
          const fork = back < 5 && parent && 'uuid' in parent ? { parentUuid: parent.uuid } : {}
          const message = { id: `m${log.entries.length}`, role: kind, content: 'x' }
          log.add({
            type: kind,
            ...(kind === 'attachment' ? { attachment: { type: 'x' } } : { message }),
            ...fork,
          })
        }
        const bytes = Buffer.from(toText(log.entries))
        const scan = createOutlineScan()
        scan.take(bytes, 0)
        const whole = [...scanEntries(bytes, NODE_BYTE_TEXT)].map(({ entry, offset }) => {
          return { entry, seq: offset, weight: Number(isVoice(entry)) }
        })
        const all = computeBranches({ log: whole, headAt: () => undefined }).branches
        const few = scan.outline(bytes.length).branches
        const strip = ({ text: _, at: __, ...branch }: OutlineBranch): unknown => branch
        expect(few.map(strip)).toEqual(all.map(strip))
        const places = [0, 0.3, 0.6, 1].map(share => Math.round(share * bytes.length))
        for (const { leafUuid } of all)
          for (const place of places)
            expect(scan.placeOnBranch(leafUuid, place)).toEqual(placeOnWhole(whole, leafUuid, place))
      }),
    )
  })
})

describe('parallel calls', () => {
  const turn = fc.record({
    thinks: fc.boolean(),
    calls: fc.integer({ min: 0, max: 4 }),
    /** How much of others stands between the calls and their results. */
    between: fc.nat(12),
    order: fc.constantFrom('own', 'reversed', 'chained'),
    back: fc.nat(12),
  })
  type Turn = typeof turn extends fc.Arbitrary<infer Value> ? Value : never

  /** As Claude Code stores them: an entry a call, all of one answer, each result below its own call. */
  function makeParallelLog(turns: readonly Turn[]): readonly Entry[] {
    const log = createLog('parallel')
    const add = (fields: Parameters<typeof log.add>[0]): string => {
      log.add(fields)
      return uuidOf(log.entries.length)
    }
    const ends: unknown[] = []
    turns.forEach(({ thinks, calls, between, order, back }, number) => {
      const fork = back < 2 && ends.length > back ? { parentUuid: ends[ends.length - 1 - back] } : {}
      add({ type: 'user', message: { role: 'user', content: 'x' }, ...fork })
      const piece = (block: object): unknown => {
        const message = { id: `answer ${number}`, role: 'assistant', content: [block] }
        return add({ type: 'assistant', message })
      }
      if (thinks) piece({ type: 'thinking', thinking: 'x' })
      const made = Array.from({ length: calls }, (_, index) => {
        const id = `call ${number} ${index}`
        return { id, uuid: piece({ type: 'tool_use', id, name: 'Task', input: {} }) }
      })
      for (let index = 0; index < between; index += 1)
        add({
          type: 'assistant',
          isSidechain: true,
          agentId: 'a',
          ...(index === 0 && { parentUuid: null }),
          message: { id: `aside ${number} ${index}`, role: 'assistant', content: [] },
        })
      let last = made.at(-1)?.uuid
      for (const { id, uuid } of order === 'reversed' ? made.toReversed() : made) {
        const content = [{ type: 'tool_result', tool_use_id: id, content: 'x' }]
        const parentUuid = order === 'chained' ? last : uuid
        last = add({ type: 'user', parentUuid, message: { role: 'user', content } })
      }
      const message = { id: `end ${number}`, role: 'assistant', content: [{ type: 'text', text: 'x' }] }
      ends.push(add({ type: 'assistant', message, ...(last !== undefined && { parentUuid: last }) }))
    })
    return log.entries
  }

  const RECORDS: ReadonlySet<unknown> = new Set(['summary', 'last-prompt'])

  type ReportLine = { readonly main: unknown; readonly branches: readonly unknown[] }

  function readWhole(entries: readonly Entry[]): ReportLine {
    const { leaf, messages, branches } = buildConversation(entries)
    return {
      main: [leaf?.uuid, messages.filter(isVoice).length],
      branches: branches.filter(branch => branch.messages.some(isVoice)).map(({ leafUuid }) => leafUuid),
    }
  }

  function readScan(bytes: Uint8Array): ReportLine {
    const scan = createOutlineScan()
    scan.take(bytes, 0)
    const [main, ...others] = scan.outline(bytes.length).branches
    const branches = others.filter(({ parent }) => parent === 0).map(({ leafUuid }) => leafUuid)
    return { main: [main?.leafUuid, main?.messages ?? 0], branches }
  }

  it('are no branches, however long ago they were made and however late they were answered', () => {
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 20 }), turns => {
        const entries = makeParallelLog(turns)
        const bytes = Buffer.from(toText(entries))
        expect(readScan(bytes)).toEqual(readWhole(entries))
      }),
    )
  })

  it('are no branches of any log of the corpus', async () => {
    let compared = 0
    for (const name of CORPUS) {
      const bytes = readCorpus(name)
      const entries = [...scanEntries(bytes, NODE_BYTE_TEXT)].map(({ entry }) => entry)
      const names = entries.flatMap(entry => ('uuid' in entry ? (entry.uuid ?? []) : []))
      // What has no name of its own is not counted.
      if (
        !entries.every(
          (entry, seq) => 'uuid' in entry || RECORDS.has(entry.type) || !toLinkedEntry(entry, seq),
        )
      )
        continue
      if (new Set(names).size < names.length) continue
      compared += 1
      expect(readScan(bytes), name).toEqual(readWhole(entries))
    }
    expect(compared).toBeGreaterThan(40)
  })
})

describe('createLogOutlines', () => {
  it('tells what stands where, and what was left behind', async () => {
    const path = join(folder, 'forked.jsonl')
    await writeFile(path, toText(makeForkedLog().entries))
    const { marks, branches, messages, stretches } = await outlineOf(path)
    expect(messages).toBe(9)
    expect(marks.map(({ kind, text }) => [kind, text])).toEqual([
      ['prompt', 'Build it'],
      ['prompt', 'No, like that'],
      ['error', 'Exit code 1'],
      ['prompt', 'Rather the other way'],
      ['interruption', '[Request interrupted by user]'],
      ['compaction', 'Conversation compacted'],
    ])
    expect(branches).toMatchObject([
      { parent: null, text: 'Build it', leafUuid: uuidOf(8) },
      { parent: 0, text: 'No, like that', messages: 3, leafUuid: uuidOf(5), forkSeq: expect.any(Number) },
    ])
    expect(stretches.list.reduce((sum, { prompts }) => sum + prompts, 0)).toBe(3)
  })

  it('places a branch before a position', async () => {
    const path = join(folder, 'place.jsonl')
    await writeFile(path, toText(makeForkedLog().entries))
    const { scan, end } = await createLogOutlines().read(path, never)
    const [, left] = scan.outline(end).branches
    expect(scan.placeOnBranch(uuidOf(5), end).uuid).toBe(uuidOf(5))
    expect(scan.placeOnBranch(uuidOf(7), left?.leafSeq ?? 0).uuid).toBe(uuidOf(2))
    expect(scan.placeOnBranch('nobody', end)).toEqual({ uuid: null, seq: null })
  })

  it('reads what was appended, and all of a file that was replaced', async () => {
    const path = join(folder, 'growing.jsonl')
    const outlines = createLogOutlines()
    await writeFile(path, '')
    const { entries } = makeForkedLog()
    for (const entry of entries) {
      const line = toText([entry])
      await appendFile(path, line.slice(0, 20))
      await outlineOf(path, outlines)
      await appendFile(path, line.slice(20))
      expect(await outlineOf(path, outlines)).toEqual(await outlineOf(path))
    }
    await writeFile(path, toText(entries.slice(0, 2)))
    expect((await outlineOf(path, outlines)).messages).toBe(2)
    await rm(path)
    await expect(outlineOf(path, outlines)).rejects.toThrow()
  })

  it('stops when nobody waits for it, and goes on where it stopped', async () => {
    const path = join(folder, 'left.jsonl')
    const log = createLog('long')
    for (let number = 0; number < 400; number += 1) log.say(`${number} ${'words '.repeat(2000)}`)
    await writeFile(path, toText(log.entries))
    const outlines = createLogOutlines()
    const gone = new AbortController()
    const left = outlines.read(path, gone.signal)
    gone.abort()
    await expect(left).rejects.toThrow()
    expect((await outlineOf(path, outlines)).messages).toBe(400)
  })

  it('stays small however much there is', async () => {
    const path = join(folder, 'many.jsonl')
    const log = createLog('many')
    for (let number = 0; number < 4000; number += 1)
      log.add({
        type: 'user',
        message: { role: 'user', content: `Prompt ${number} ${'多'.repeat(200)}` },
        ...(number % 9 === 5 && { parentUuid: uuidOf(Math.max(1, number - 3)) }),
      })
    await writeFile(path, toText(log.entries))
    const outline = await outlineOf(path)
    expect(JSON.stringify(outline).length).toBeLessThan(60_000)
    expect(outline.marks.reduce((sum, { count }) => sum + count, 0)).toBe(4000)
    expect(outline.branches.length + outline.hiddenBranches).toBeGreaterThan(400)
  })

  it('tells every log of the corpus in some kilobytes', async () => {
    for (const name of CORPUS) {
      const path = join(folder, name)
      await writeFile(path, readCorpus(name))
      const outline = await outlineOf(path)
      expect(JSON.stringify(outline).length, name).toBeLessThan(60_000)
      await rm(path)
    }
  })
})
