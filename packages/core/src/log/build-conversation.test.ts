import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedLog, arbitraryLog } from '../testing/arbitrary-log.ts'
import {
  answer,
  attachment,
  boundary,
  progress,
  prompt,
  result,
  summary,
  uuidsOf,
} from '../testing/log-builder.ts'
import { buildConversation, type Conversation } from './build-conversation.ts'
import type { Entry } from './entry.ts'
import { isTranscriptEntry } from './transcript-entry.ts'

function rulesOf({ report }: Conversation): readonly string[] {
  return report.map(({ rule }) => rule)
}

function read(entries: readonly Entry[], options = {}): readonly string[] {
  return uuidsOf(buildConversation(entries, options).messages)
}

describe('buildConversation', () => {
  it('reads a chain from its root to its leaf, without a word of repair', () => {
    const conversation = buildConversation([prompt('a', null), answer('b', 'a'), prompt('c', 'b')])
    expect(uuidsOf(conversation.messages)).toEqual(['a', 'b', 'c'])
    expect(conversation.leaf?.uuid).toBe('c')
    expect(conversation.report).toEqual([])
  })

  it('finds no conversation in a log of queue operations and titles', () => {
    const conversation = buildConversation([
      { type: 'queue-operation', operation: 'enqueue', timestamp: '' },
      { type: 'custom-title', customTitle: 'mine' },
    ])
    expect(conversation.messages).toEqual([])
    expect(conversation.leaf).toBeUndefined()
    expect(conversation.records).toHaveLength(2)
  })

  it('gives entries back as they came, unknown fields too', () => {
    const entry = prompt('a', null, { brandNew: { field: 1 } })
    expect(buildConversation([entry]).messages[0]).toBe(entry)
  })

  describe('chooses the leaf', () => {
    it('takes the branch in which somebody spoke last and lists the other', () => {
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        prompt('old', 'b'),
        answer('dead', 'old'),
        prompt('new', 'b'),
      ]
      const { messages, branches } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['a', 'b', 'new'])
      expect(branches).toEqual([{ forkUuid: 'b', leafUuid: 'dead', messages: entries.slice(2, 4) }])
    })

    it('reads the branch that is asked for', () => {
      const entries = [prompt('a', null), answer('old', 'a'), answer('new', 'a')]
      expect(read(entries, { leafUuid: 'old' })).toEqual(['a', 'old'])
    })

    it('takes the newest leaf where the one asked for is not there, and says so', () => {
      const conversation = buildConversation([prompt('a', null)], { leafUuid: 'nowhere' })
      expect(uuidsOf(conversation.messages)).toEqual(['a'])
      expect(conversation.report).toMatchObject([{ rule: 'leaf-not-found', uuid: 'nowhere' }])
    })

    it('goes on to the notes behind the last words', () => {
      const entries = [prompt('a', null), answer('b', 'a'), attachment('hook', 'b')]
      expect(buildConversation(entries).leaf?.uuid).toBe('hook')
    })

    it('is not drawn to a dead end by a meta message at the end (2.1.101)', () => {
      const entries = [
        prompt('a', null),
        answer('call', 'a', { calls: ['t1', 't2'] }),
        result('dead', 'call', 't1'),
        result('b', 'call', 't2'),
        answer('c', 'b'),
        prompt('meta', 'c', { isMeta: true }),
      ]
      expect(read(entries)).toEqual(['a', 'call', 'dead', 'b', 'c', 'meta'])
    })

    it('follows a record that was written later and names another branch', () => {
      const entries = [prompt('a', null), answer('old', 'a'), answer('new', 'a')]
      expect(read([...entries, { type: 'last-prompt', leafUuid: 'old' }])).toEqual(['a', 'old'])
      expect(read([...entries, { type: 'summary', summary: '', leafUuid: 'old' }])).toEqual(['a', 'old'])
    })

    it('does not let a late or lost record shorten the conversation', () => {
      const entries = [prompt('a', null), answer('b', 'a'), prompt('c', 'b')]
      expect(read([...entries, { type: 'last-prompt', leafUuid: 'a' }])).toEqual(['a', 'b', 'c'])
      expect(read([...entries, { type: 'last-prompt', leafUuid: 'gone' }])).toEqual(['a', 'b', 'c'])
      expect(
        read([
          prompt('x', null),
          answer('old', 'x'),
          { type: 'last-prompt', leafUuid: 'old' },
          answer('new', 'x'),
        ]),
      ).toEqual(['x', 'new'])
    })
  })

  describe('keeps what belongs together', () => {
    it('keeps the results of parallel calls that hang off different parents (2.1.80)', () => {
      const entries = [
        prompt('a', null),
        answer('c1', 'a', { id: 'm', calls: ['t1'] }),
        answer('c2', 'c1', { id: 'm', calls: ['t2'] }),
        answer('c3', 'c2', { id: 'm', calls: ['t3'] }),
        result('r3', 'c3', 't3'),
        result('r2', 'c2', 't2'),
        result('r1', 'c1', 't1'),
        answer('b', 'r1'),
      ]
      const { messages, branches } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['a', 'c1', 'c2', 'c3', 'r3', 'r2', 'r1', 'b'])
      expect(branches).toEqual([])
    })

    it('keeps hook notes that hang off a result beside the path (2.1.83)', () => {
      const entries = [
        prompt('a', null),
        answer('c1', 'a', { id: 'm', calls: ['t1'] }),
        answer('c2', 'c1', { id: 'm', calls: ['t2'] }),
        result('r1', 'c1', 't1'),
        attachment('h1', 'r1'),
        result('r2', 'c2', 't2'),
        attachment('h2', 'r2'),
        answer('b', 'h2'),
      ]
      expect(read(entries)).toEqual(['a', 'c1', 'c2', 'r1', 'h1', 'r2', 'h2', 'b'])
    })

    it('puts a result that was written late before the next turn', () => {
      const entries = [
        prompt('a', null),
        answer('c', 'a', { calls: ['t'] }),
        prompt('next', 'c'),
        answer('b', 'next'),
        result('late', 'c', 't'),
        prompt('end', 'b'),
      ]
      expect(read(entries)).toEqual(['a', 'c', 'late', 'next', 'b', 'end'])
    })

    it('leaves a second result of an answered call in its branch', () => {
      const entries = [
        prompt('a', null),
        answer('c', 'a', { calls: ['t'] }),
        result('first', 'c', 't'),
        result('second', 'c', 't'),
      ]
      const { messages, branches } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['a', 'c', 'second'])
      expect(branches.map(branch => uuidsOf(branch.messages))).toEqual([['first']])
    })

    it('does not bring back what an answer replaced', () => {
      const entries = [
        prompt('a', null),
        answer('broken', 'a', { id: 'm' }),
        answer('b', 'a', { id: 'm', extra: { supersedesUuids: ['broken'] } }),
      ]
      const { messages, branches } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['a', 'b'])
      expect(branches.map(branch => branch.leafUuid)).toEqual(['broken'])
    })

    it('leaves a note that came after the conversation had gone on in a branch', () => {
      const entries = [prompt('a', null), answer('b', 'a'), attachment('late', 'a'), prompt('c', 'b')]
      expect(buildConversation(entries).branches.map(branch => branch.leafUuid)).toEqual(['late'])
    })

    it('bridges through progress, which old versions chained', () => {
      const entries = [prompt('a', null), progress('p', 'a'), progress('q', 'p'), answer('b', 'q')]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b'])
      expect(uuidsOf(conversation.progress)).toEqual(['p', 'q'])
    })
  })

  describe('mends links', () => {
    it('bridges a dangling parent to the entry before it', () => {
      const entries = [prompt('a', null), answer('b', 'a'), prompt('c', 'lost'), answer('d', 'c')]
      const conversation = buildConversation(entries, { offsets: [0, 10, 20, 30] })
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b', 'c', 'd'])
      expect(conversation.report).toEqual([
        { rule: 'dangling-parent', uuid: 'c', offset: 20, detail: 'follows b, the entry before it' },
      ])
    })

    it('never bridges into a sidechain (2.1.101)', () => {
      const side = prompt('side', null, { isSidechain: true, agentId: 'x' })
      expect(read([prompt('a', null), side, answer('b', 'lost')])).toEqual(['a', 'b'])
    })

    it('never bridges into another session', () => {
      const other = prompt('other', null, { sessionId: 'another' })
      expect(read([prompt('a', null), other, answer('b', 'lost')])).toEqual(['a', 'b'])
    })

    it('bridges an answer and a result without parent, but lets a prompt begin anew', () => {
      expect(read([prompt('a', null), answer('b', null), result('c', null, 't')])).toEqual(['a', 'b', 'c'])
      expect(read([prompt('a', null), prompt('b', null)])).toEqual(['b'])
    })

    it('cuts an entry that is its own parent (2.1.108)', () => {
      const conversation = buildConversation([prompt('a', null), answer('b', 'b'), prompt('c', 'b')])
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b', 'c'])
      expect(rulesOf(conversation)).toEqual(['self-parent'])
    })

    it('cuts a cycle where the file enters it (2.1.30)', () => {
      const entries = [prompt('r', null), prompt('a', 'c'), answer('b', 'a'), prompt('c', 'b')]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['r', 'a', 'b', 'c'])
      expect(conversation.report).toMatchObject([{ rule: 'parent-cycle', uuid: 'a' }])
    })

    it('cuts a cycle whose bridge would close it again', () => {
      const entries = [prompt('d', 'b'), prompt('a', 'c'), answer('b', 'a'), prompt('c', 'b')]
      const { messages, report } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['d', 'a', 'b', 'c'])
      expect(report).toMatchObject([
        { rule: 'parent-cycle', uuid: 'a' },
        { rule: 'parent-cycle', uuid: 'd' },
      ])
    })

    it('reads entries without links in file order', () => {
      const entries = ['a', 'b', 'c'].map(uuid => prompt(uuid, null, { parentUuid: undefined }))
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b', 'c'])
      expect(conversation.report).toEqual([
        { rule: 'unlinked-entry', uuid: null, detail: '2 messages name no parent; read in file order' },
      ])
    })

    it('names messages without uuid by their place', () => {
      const entries = [1, 2].map(() => prompt('', null, { uuid: undefined, parentUuid: undefined }))
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual([
        '00000000-0000-4000-8000-000000000000',
        '00000000-0000-4000-8000-000000000001',
      ])
      expect(rulesOf(conversation)).toContain('no-uuid')
    })
  })

  describe('collapses doubles', () => {
    it('drops the same entry again', () => {
      const entries = [prompt('a', null), answer('b', 'a'), prompt('a', null)]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b'])
      expect(conversation.report).toMatchObject([{ rule: 'duplicate-entry', uuid: 'a' }])
    })

    it('keeps the fuller of two versions at the place of the first', () => {
      const fuller = prompt('a', null, { permissionMode: 'plan' })
      const conversation = buildConversation([prompt('a', null), answer('b', 'a'), fuller])
      expect(conversation.messages[0]).toBe(fuller)
      expect(rulesOf(conversation)).toEqual(['conflicting-entry'])
      expect(buildConversation([fuller, prompt('a', null)]).messages[0]).toBe(fuller)
    })

    it('keeps two entries that only share a uuid, one after the other', () => {
      const entries = [prompt('a', null), answer('a', 'a'), prompt('c', 'a')]
      const conversation = buildConversation(entries)
      expect(conversation.messages.map(({ type }) => type)).toEqual(['user', 'assistant', 'user'])
      expect(new Set(uuidsOf(conversation.messages)).size).toBe(3)
      expect(rulesOf(conversation)).toEqual(['uuid-collision'])
    })
  })

  describe('tells sessions and sidechains apart', () => {
    it('reads on across session ids where the links do', () => {
      const entries = [prompt('a', null, { sessionId: 'old' }), answer('b', 'a')]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'b'])
      expect(conversation.sessionIds).toEqual(['old', 'session'])
    })

    it('prefers the session that is asked for', () => {
      const entries = [prompt('a', null), prompt('other', null, { sessionId: 'another' })]
      expect(read(entries)).toEqual(['other'])
      expect(read(entries, { sessionId: 'session' })).toEqual(['a'])
      expect(rulesOf(buildConversation(entries, { sessionId: 'third' }))).toEqual(['session-not-found'])
    })

    it('lists subagents by their id, or by their root', () => {
      const entries = [
        prompt('a', null),
        prompt('x1', null, { isSidechain: true, agentId: 'x' }),
        prompt('y1', null, { isSidechain: true }),
        answer('x2', 'x1', { extra: { isSidechain: true, agentId: 'x' } }),
        answer('y2', 'y1', { extra: { isSidechain: true } }),
        answer('b', 'a'),
      ]
      const { messages, sidechains } = buildConversation(entries)
      expect(uuidsOf(messages)).toEqual(['a', 'b'])
      expect(sidechains).toEqual([
        { agentId: 'x', rootUuid: 'x1', messages: [entries[1], entries[3]] },
        { rootUuid: 'y1', messages: [entries[2], entries[4]] },
      ])
    })

    it("reads a subagent's own file as its conversation", () => {
      const extra = { isSidechain: true, agentId: 'x' }
      const { messages, sidechains } = buildConversation([
        prompt('a', null, extra),
        answer('b', 'a', { extra }),
      ])
      expect(uuidsOf(messages)).toEqual(['a', 'b'])
      expect(sidechains).toEqual([])
    })
  })

  describe('follows compaction', () => {
    it('reads on before a boundary by its logical parent', () => {
      const entries = [prompt('a', null), boundary('cut', 'a'), summary('s', 'cut'), prompt('b', 's')]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'cut', 's', 'b'])
      expect(conversation.report).toEqual([])
    })

    it('bridges a logical parent that was never written', () => {
      const conversation = buildConversation([
        prompt('a', null),
        boundary('cut', 'lost'),
        summary('s', 'cut'),
      ])
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'cut', 's'])
      expect(rulesOf(conversation)).toEqual(['dangling-logical-parent'])
    })

    it('puts kept messages behind the summary, and what follows behind them', () => {
      const preservedSegment = { headUuid: 'b', anchorUuid: 's', tailUuid: 'c' }
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        prompt('c', 'b'),
        boundary('cut', 'c', { preservedSegment }),
        summary('s', 'cut'),
        answer('d', 's'),
      ]
      expect(read(entries)).toEqual(['a', 'cut', 's', 'b', 'c', 'd'])
      expect(read(entries.slice(0, -1))).toEqual(['a', 'cut', 's', 'b', 'c'])
    })

    it('takes kept messages by name, with the archive closed behind them', () => {
      const preservedMessages = { anchorUuid: 's', uuids: ['b', 'd'] }
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        prompt('c', 'b'),
        answer('d', 'c'),
        boundary('cut', 'd', { preservedMessages }),
        summary('s', 'cut'),
        prompt('e', 's'),
      ]
      expect(read(entries)).toEqual(['a', 'c', 'cut', 's', 'b', 'd', 'e'])
    })

    it('puts messages kept at the head before the summary', () => {
      const preservedSegment = { headUuid: 'a', anchorUuid: 'cut', tailUuid: 'a' }
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        boundary('cut', 'b', { preservedSegment }),
        summary('s', 'cut'),
      ]
      expect(read(entries)).toEqual(['b', 'cut', 'a', 's'])
    })

    it('passes through a boundary that the next entry jumped over', () => {
      const preservedSegment = { headUuid: 'b', anchorUuid: 's', tailUuid: 'b' }
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        boundary('cut', 'b', { preservedSegment }),
        summary('s', 'cut'),
        prompt('c', 'b'),
      ]
      expect(read(entries)).toEqual(['a', 'cut', 's', 'b', 'c'])
    })

    it('leaves a compaction that was rewound in its branch', () => {
      const preservedSegment = { headUuid: 'b', anchorUuid: 's', tailUuid: 'b' }
      const entries = [
        prompt('a', null),
        answer('b', 'a'),
        boundary('cut', 'b', { preservedSegment }),
        summary('s', 'cut'),
        answer('after', 's'),
        prompt('c', 'b'),
      ]
      expect(read(entries)).toEqual(['a', 'b', 'c'])
    })

    it('leaves kept messages that are not all there before the boundary, and says so', () => {
      const preservedSegment = { headUuid: 'lost', anchorUuid: 's', tailUuid: 'a' }
      const entries = [prompt('a', null), boundary('cut', 'a', { preservedSegment }), summary('s', 'cut')]
      const conversation = buildConversation(entries)
      expect(uuidsOf(conversation.messages)).toEqual(['a', 'cut', 's'])
      expect(conversation.report).toMatchObject([{ rule: 'preserved-segment', uuid: 'cut' }])
    })
  })

  it('collects the names of the conversation, of each kind the last', () => {
    const { titles } = buildConversation([
      { type: 'summary', summary: 'of another file', leafUuid: 'elsewhere' },
      prompt('a', null),
      { type: 'custom-title', customTitle: 'old', sessionId: 'session' },
      { type: 'custom-title', customTitle: 'new', sessionId: 'session' },
      { type: 'ai-title', aiTitle: 'other', sessionId: 'another' },
      { type: 'summary', summary: 'sum', leafUuid: 'a' },
      { type: 'last-prompt', lastPrompt: 'hi', sessionId: 'session' },
    ])
    expect(titles).toEqual({ customTitle: 'new', summary: 'sum', lastPrompt: 'hi' })
  })

  it('reads a chain of 100,000 entries and a cycle of as many', () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      prompt(`e${index}`, index === 0 ? null : `e${index - 1}`),
    )
    expect(read(chain)).toHaveLength(100_000)
    expect(read(chain.with(0, prompt('e0', 'e99999')))).toHaveLength(100_000)
  })

  it('stays linear where many entries hang off one and a long segment was kept', () => {
    const chain = Array.from({ length: 30_000 }, (_, index) =>
      attachment(`e${index}`, index === 0 ? null : `e${index - 1}`),
    )
    const fringe = Array.from({ length: 30_000 }, (_, index) =>
      answer(`f${index}`, 'e29999', { calls: [`t${index}`] }),
    )
    const preservedSegment = { headUuid: 'e0', anchorUuid: 's', tailUuid: 'e29999' }
    const end = [boundary('cut', 'f0', { preservedSegment }), summary('s', 'cut')]
    expect(read([...chain, ...fringe, ...end]).slice(0, 4)).toEqual(['f0', 'cut', 's', 'e0'])
  })
})

describe('every intact log', () => {
  it('is read whole, in its own order, without a word of repair', () => {
    fc.assert(
      fc.property(arbitraryLog, ({ entries, conversation: expected }) => {
        const conversation = buildConversation(entries)
        expect(uuidsOf(conversation.messages)).toEqual(expected)
        expect(conversation.report).toEqual([])
        expect(conversation.branches).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})

describe('every damaged log', () => {
  it('is read without an exception; each entry stands in one place, or in the report', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        const conversation = buildConversation(entries)
        const placed = listPlaced(conversation)
        const given = entries.filter(isTranscriptEntry)
        const merged = conversation.report.filter(({ rule }) => MERGED.has(rule))
        expect(new Set(uuidsOf(placed)).size).toBe(placed.length)
        expect(placed.length + merged.length).toBe(given.length)
        for (const { uuid } of merged) expect(uuidsOf(placed)).toContain(uuid)
      }),
      { numRuns: 4000 },
    )
  })

  it('gives the same conversation however often it is read', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        expect(buildConversation(entries)).toEqual(buildConversation(structuredClone(entries)))
      }),
      { numRuns: 500 },
    )
  })

  it('reads every branch to its end', () => {
    fc.assert(
      fc.property(arbitraryDamagedLog, entries => {
        for (const { leafUuid } of buildConversation(entries).branches) {
          expect(buildConversation(entries, { leafUuid }).leaf?.uuid).toBe(leafUuid)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('takes any JSON whatever', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), values => {
        const conversation = buildConversation(values as unknown as readonly Entry[])
        expect(listPlaced(conversation).length).toBe(values.filter(isTranscriptEntry).length)
      }),
      { numRuns: 2000 },
    )
  })
})

const MERGED: ReadonlySet<string> = new Set(['duplicate-entry', 'conflicting-entry'])

function listPlaced(conversation: Conversation) {
  return [
    ...conversation.messages,
    ...conversation.branches.flatMap(branch => branch.messages),
    ...conversation.sidechains.flatMap(sidechain => sidechain.messages),
    ...conversation.progress,
  ]
}
