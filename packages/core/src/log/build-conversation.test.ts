import { describe, expect, it } from 'vitest'
import { read, rulesOf } from '../testing/conversation-reader.ts'
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
import { buildConversation } from './build-conversation.ts'

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
