import { describe, expect, it } from 'vitest'
import { read, rulesOf } from '../testing/conversation-reader.ts'
import { answer, prompt, result, uuidsOf } from '../testing/log-builder.ts'
import { buildConversation } from './build-conversation.ts'
import type { Entry } from './entry.ts'

describe('buildConversation', () => {
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

    it('keeps both where they say other things, though at the same moment', () => {
      const other = { ...prompt('a', null), message: { role: 'user', content: 'other words' } } as Entry
      const conversation = buildConversation([prompt('a', null), answer('b', 'a'), other])
      expect(rulesOf(conversation)).toEqual(['uuid-collision'])
      expect(JSON.stringify(conversation.messages)).toContain('prompt a')
      expect(JSON.stringify(conversation.messages)).toContain('other words')
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
})
