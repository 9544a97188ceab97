import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../message/message.ts'
import { deriveUUID } from '../message/uuid.ts'
import { arbitraryHostileLog, arbitraryUiLog } from '../testing/arbitrary-ui-log.ts'
import { readContentBlocks } from './message-content.ts'
import { normalizeMessages } from './normalize-messages.ts'

const PARENT = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'
const TWIN = '11111111-2222-4333-8444-777777777777'

function assistant(uuid: string, ...content: readonly object[]): Message {
  // Only what the function reads.
  return {
    type: 'assistant',
    uuid,
    timestamp: '',
    message: { role: 'assistant', content },
  } as unknown as Message
}

function user(uuid: string, content: unknown, more: object = {}): Message {
  return {
    type: 'user',
    uuid,
    timestamp: '',
    message: { role: 'user', content },
    ...more,
  } as unknown as Message
}

const text = (value: string) => ({ type: 'text', text: value })
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }
const uuids = (messages: readonly Message[]) => normalizeMessages(messages).map(message => message.uuid)

describe('normalizeMessages', () => {
  it('makes one message of each block', () => {
    const parts = normalizeMessages([
      assistant(PARENT, { type: 'thinking', thinking: 'hm' }, text('hi'), { type: 'tool_use', id: 't1' }),
    ])
    expect(parts.map(part => readContentBlocks(part).map(block => block.type))).toEqual([
      ['thinking'],
      ['text'],
      ['tool_use'],
    ])
  })

  it('keeps uuids until a message is split, and derives all after it', () => {
    expect(uuids([user(OTHER, 'a'), assistant(PARENT, text('b'), text('c')), user('u3', 'd')])).toEqual([
      OTHER,
      deriveUUID(PARENT, 0),
      deriveUUID(PARENT, 1),
      deriveUUID('u3', 0),
    ])
  })

  it('turns the string of a user into one text block', () => {
    const [part] = normalizeMessages([user(PARENT, 'hello')])
    expect(part).toMatchObject({ uuid: PARENT, message: { role: 'user', content: [text('hello')] } })
  })

  it('gives each image the paste id of its place', () => {
    const parts = normalizeMessages([
      user(PARENT, [text('see'), image, image, image], { imagePasteIds: [4, 7] }),
    ])
    expect(parts.map(part => 'imagePasteIds' in part && part.imagePasteIds)).toEqual([false, [4], [7], false])
  })

  it('keeps every other field of a split message', () => {
    const parts = normalizeMessages([user(PARENT, [text('a'), text('b')], { isMeta: true, parentUuid: 'p' })])
    for (const part of parts) expect(part).toMatchObject({ isMeta: true, parentUuid: 'p' })
  })

  it('passes attachments, progress and system messages through as they are', () => {
    const others = ['attachment', 'progress', 'system'].map(type => ({ type, uuid: type }))
    const messages = [assistant(PARENT, text('a'), text('b')), ...(others as unknown as Message[])]
    const parts = normalizeMessages(messages).slice(2)
    parts.forEach((part, index) => {
      expect(part).toBe(others[index])
    })
  })

  it('yields nothing for a message without blocks, which starts no new chain', () => {
    expect(uuids([assistant(PARENT), user(OTHER, [])])).toEqual([])
    expect(uuids([assistant(PARENT), user(OTHER, 'a')])).toEqual([OTHER])
  })

  it('names the parts of a second parent with the same 24 characters by steps of 2^32', () => {
    expect(uuids([assistant(PARENT, text('a'), text('b')), assistant(TWIN, text('c'), text('d'))])).toEqual([
      deriveUUID(PARENT, 0),
      deriveUUID(PARENT, 1),
      deriveUUID(TWIN, 2 ** 32),
      deriveUUID(TWIN, 2 ** 32 + 1),
    ])
  })

  it('gives a later message another uuid where a part took it', () => {
    const taken = deriveUUID(PARENT, 1)
    const system = { type: 'system', subtype: 'informational', uuid: taken } as unknown as Message
    expect(uuids([assistant(PARENT, text('a'), text('b')), system])).toEqual([
      deriveUUID(PARENT, 0),
      taken,
      deriveUUID(taken, 2 ** 32),
    ])
  })

  it('names what has no uuid', () => {
    const nameless = { type: 'user', message: { content: [text('a'), text('b')] } } as unknown as Message
    expect(uuids([nameless, nameless])).toEqual(
      [0, 1, 2, 3].map(index => deriveUUID('00000000-0000-0000-0000-000000000000', index)),
    )
  })

  it('gives every part a uuid of its own (law)', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), log => {
        const names = uuids(log)
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name).toBeTypeOf('string')
      }),
      { numRuns: 3000 },
    )
  })

  it('does exactly what the seed says where no two messages share 24 characters (law)', () => {
    fc.assert(
      fc.property(arbitraryUiLog(fc.uuid({ version: 4 })), log => {
        const heads = log.map(message => message.uuid.slice(0, 24))
        fc.pre(new Set(heads).size === heads.length)
        expect(uuids(log)).toEqual(seedUuids(log))
      }),
      { numRuns: 2000 },
    )
  })

  it('loses no block and changes no order (law)', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), log => {
        const spoken = (value: { readonly type?: unknown } | null) =>
          value?.type === 'user' || value?.type === 'assistant'
        const blocks = log.filter(spoken).flatMap(message => readContentBlocks(message))
        const parts = normalizeMessages(log).filter(spoken)
        expect(parts.flatMap(part => readContentBlocks(part))).toEqual(blocks)
        expect(parts).toHaveLength(blocks.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives the same for the same log, and a beginning of it for a beginning (law)', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryUiLog(), arbitraryHostileLog()), fc.nat(24), (log, length) => {
        const whole = normalizeMessages(log)
        expect(normalizeMessages(log)).toEqual(whole)
        const beginning = normalizeMessages(log.slice(0, length))
        expect(beginning).toEqual(whole.slice(0, beginning.length))
      }),
      { numRuns: 2000 },
    )
  })
})

function seedUuids(log: readonly Message[]): string[] {
  let isNewChain = false
  return log.flatMap(message => {
    if (message.type !== 'user' && message.type !== 'assistant') return [message.uuid]
    const blocks = readContentBlocks(message)
    isNewChain = isNewChain || blocks.length > 1
    return blocks.map((_, index) => (isNewChain ? deriveUUID(message.uuid, index) : message.uuid))
  })
}
