import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildConversation } from '../log/build-conversation.ts'
import type { Entry } from '../log/entry.ts'
import { arbitraryBranchingLog } from '../testing/arbitrary-branching-log.ts'
import { arbitraryDamagedLog, arbitraryDamageTo, arbitraryLog } from '../testing/arbitrary-log.ts'
import { arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { answer, attachment, boundary, prompt, result } from '../testing/log-builder.ts'
import { createPersonView, type PersonView } from './create-person-view.ts'
import type { PersonItem } from './person-item.ts'
import { type LogViewOptions, readPersonView } from './read-person-view.ts'
import type { LogPlace } from './view-item.ts'

const OPTIONS: readonly LogViewOptions[] = [
  {},
  { includeMeta: true, includeRetracted: true, includeForeign: true },
]

function pure(entries: readonly Entry[], options: LogViewOptions): readonly PersonItem[] {
  return readPersonView(buildConversation(entries), options)
}

function itemsOf(view: PersonView<LogPlace>): readonly PersonItem[] {
  return view.items().map(({ item }) => item)
}

/** Texts are quicker to compare than values. */
function expectSame(one: readonly PersonItem[], other: readonly PersonItem[]): void {
  if (JSON.stringify(one) !== JSON.stringify(other)) expect(one).toEqual(other)
}

/** Hangs each message off the one before it, now and then off an earlier one, so that calls and subagents are linked. */
const arbitraryLinkedUiLog: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(arbitraryUiLog(), fc.array(fc.nat(40), { minLength: 24, maxLength: 24 }))
  .map(([messages, backs]) => {
    let parent: string | null = null
    let side: string | null = null
    return messages.map((message, index) => {
      const fields = message as unknown as Readonly<Record<string, unknown>>
      const isSide = fields.isSidechain === true
      const back = messages[index - 1 - ((backs[index] ?? 0) % 6)]
      const linear: string | null = isSide ? side : parent
      const parentUuid = backs[index] === 7 && back ? back.uuid : linear
      if (isSide) side = message.uuid
      else parent = message.uuid
      return { ...fields, parentUuid, isSidechain: isSide } as unknown as Entry
    })
  })

const LOGS: Readonly<Record<string, fc.Arbitrary<readonly Entry[]>>> = {
  'healthy logs': arbitraryLog.map(({ entries }) => entries),
  'logs with rewinds, compactions and subagents': arbitraryBranchingLog,
  'the same after damage': arbitraryDamageTo(arbitraryBranchingLog, { minLength: 1, maxLength: 3 }),
  'damaged logs': arbitraryDamagedLog,
  'logs full of calls and subagents': arbitraryLinkedUiLog,
  'those after damage': arbitraryDamageTo(arbitraryLinkedUiLog, { minLength: 1, maxLength: 3 }),
}

describe('incremental = pure', () => {
  for (const [name, logs] of Object.entries(LOGS))
    it(`holds for ${name}, in any cut`, () => {
      const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 })
      const least = fc.constantFrom(1, 2, 5)
      fc.assert(
        fc.property(logs, cuts, least, fc.constantFrom(...OPTIONS), (entries, pieces, size, options) => {
          const view = createPersonView<LogPlace>({ ...options, least: size })
          for (let from = 0, piece = 0; from < entries.length; piece += 1) {
            const to = from + (pieces[piece % pieces.length] ?? 1)
            for (let seq = from; seq < Math.min(to, entries.length); seq += 1)
              view.append(entries[seq], { seq })
            expectSame(itemsOf(view), pure(entries.slice(0, to), options))
            from = to
          }
        }),
        { numRuns: process.env.PROPERTY_SEED ? 1500 : 150 },
      )
    })
})

/** Logs that a fold which knew less told otherwise than the pure view. */
const side = { isSidechain: true }
const FOUND: Readonly<Record<string, readonly Entry[]>> = {
  'who goes on from a subagent': [
    prompt('e0', null),
    answer('e1', 'e0'),
    prompt('e2', null, side),
    prompt('e3', 'e2'),
  ],
  'a subagent at the end of the conversation': [
    prompt('', null),
    prompt('e0', null),
    answer('e1', 'e0'),
    prompt('e2', 'e1', side),
  ],
  'a parent that comes late': [
    prompt('e0', null),
    attachment('e1', 'e0'),
    prompt('e2', 'e3'),
    prompt('e3', null, side),
  ],
  'a compaction that keeps what is open, and a note beside it': [
    prompt('e0', null),
    attachment('e1', 'e0'),
    attachment('e2', 'e1'),
    attachment('e3', 'e1'),
    prompt('e4', 'e2'),
    boundary('e5', 'e4', { preservedSegment: { headUuid: 'e1', anchorUuid: 'e6', tailUuid: 'e4' } }),
    prompt('e6', 'e5', { isCompactSummary: true }),
  ],
  'a compaction that keeps a boundary': [
    prompt('e0', null),
    boundary('e1', 'e0'),
    prompt('e1', 'e9'),
    boundary('e2', 'e1', { preservedMessages: { anchorUuid: 'e3', uuids: ['e1'], allUuids: ['e1'] } }),
    prompt('e3', 'e2', { isCompactSummary: true }),
    prompt('e4', 'e3'),
  ],
}

describe('what was found', () => {
  it.each(Object.entries(FOUND))('%s', (_, entries) => {
    const view = createPersonView<LogPlace>({ least: 1, includeMeta: true })
    for (const [seq, entry] of entries.entries()) {
      view.append(entry, { seq })
      expectSame(itemsOf(view), pure(entries.slice(0, seq + 1), { includeMeta: true }))
    }
  })
})

describe('createPersonView', () => {
  /** Turns of a prompt, a call, its result and an answer. */
  function makeTurns(count: number): readonly Entry[] {
    return Array.from({ length: count }, (_, turn) => {
      const at = turn * 4
      return [
        prompt(`e${at}`, turn === 0 ? null : `e${at - 1}`),
        answer(`e${at + 1}`, `e${at}`, { calls: [`call ${turn}`] }),
        result(`e${at + 2}`, `e${at + 1}`, `call ${turn}`),
        answer(`e${at + 3}`, `e${at + 2}`),
      ]
    }).flat()
  }
  const fill = (view: PersonView<LogPlace>, entries: readonly Entry[]): void =>
    entries.forEach((entry, seq) => void view.append(entry, { seq }))

  it('costs what is new: however long a log is, few of its entries are read again', () => {
    const view = createPersonView()
    let most = 0
    makeTurns(1000).forEach((entry, seq) => {
      view.append(entry, { seq })
      if (seq % 50 === 0) most = Math.max(most, view.open().entries)
    })
    expect(most).toBeLessThan(100)
    expect(view.items()).toHaveLength(3000)
  })

  it('opens again what an entry reaches, and no more', () => {
    const entries = makeTurns(200)
    const view = createPersonView()
    fill(view, entries)
    const kept = { preservedSegment: { headUuid: 'e700', anchorUuid: 'e801', tailUuid: 'e799' } }
    const more = [boundary('e800', 'e799', kept), prompt('e801', 'e800', { isCompactSummary: true })]
    more.forEach((entry, index) => void view.append(entry, { seq: 800 + index }))
    expect(view.open().entries).toBeGreaterThan(100)
    expect(view.open().entries).toBeLessThan(260)
    expectSame(itemsOf(view), pure([...entries, ...more], {}))
  })

  it('tells where in the log an item stands, and its result', () => {
    const view = createPersonView()
    fill(view, makeTurns(2))
    const [, tool] = view.items()
    expect(tool).toMatchObject({
      key: '1.0',
      place: { placed: { seq: 1 }, block: 0 },
      item: { kind: 'tool' },
    })
    const uuid = tool?.item.kind === 'tool' ? tool.item.story.result?.uuid : undefined
    expect(view.place(uuid ?? '')).toEqual({ placed: { seq: 2 }, block: 0 })
  })

  it('tells which calls have no result', () => {
    const view = createPersonView()
    fill(view, makeTurns(40).slice(0, -2))
    expect(view.open().calls.map(({ story }) => story.id)).toEqual(['call 39'])
  })

  it('gives the items that did not change as they were, also in a view of more of the log', () => {
    const entries = makeTurns(60)
    const places = entries.map((_, seq) => ({ seq }))
    const fillFrom = (view: PersonView<LogPlace>, from: number, to: number): void => {
      for (let seq = from; seq < to; seq += 1) view.append(entries[seq], places[seq] ?? { seq })
    }
    const view = createPersonView()
    fillFrom(view, 100, 228)
    const before = view.items()
    fillFrom(view, 228, 240)
    expect(before.filter(item => !view.items().includes(item))).toHaveLength(0)
    const whole = createPersonView({}, view)
    fillFrom(whole, 0, 240)
    expect(whole.items()).toHaveLength(180)
    expect(before.filter(item => !whole.items().includes(item))).toHaveLength(0)
  })

  it('reads a log in the order in which it was written where it is told so', () => {
    const entries = [prompt('e0', null), answer('e1', 'e0'), prompt('e2', null)]
    const view = createPersonView({ isUnlinked: true, least: 1 })
    fill(view, entries)
    expect(itemsOf(view).map(({ text }) => text)).toEqual(['prompt e0', 'answer e1', 'prompt e2'])
  })

  it('lets go of what is closed', () => {
    const view = createPersonView()
    makeTurns(500).forEach((entry, seq) => {
      view.append(entry, { seq })
      view.forget(2)
    })
    expect(view.items().length).toBeLessThan(300)
    expect(view.items().at(-1)?.item.text).toBe('answer e1999')
  })
})
