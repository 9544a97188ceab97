import { describe, expect, it } from 'vitest'
import { read, rulesOf } from '../testing/conversation-reader.ts'
import { answer, boundary, prompt, summary, uuidsOf } from '../testing/log-builder.ts'
import { buildConversation } from './build-conversation.ts'

describe('buildConversation', () => {
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
})
