import { describe, expect, it } from 'vitest'
import { answer, boundary, prompt, summary } from '../testing/log-builder.ts'
import { buildConversation } from './build-conversation.ts'
import { buildLiveContext } from './build-live-context.ts'
import type { Entry } from './entry.ts'

const before = [prompt('a', null), answer('b', 'a')]
const uuids = (entries: readonly Entry[]): readonly unknown[] =>
  buildLiveContext(entries, { isWhole: true }).context.messages.map(({ uuid }) => uuid)

describe('a compaction that died before its summary was written', () => {
  it('never happened: the conversation ends before its boundary', () => {
    const entries = [...before, boundary('c', 'b')]
    expect(uuids(entries)).toEqual(['a', 'b'])
    expect(buildConversation(entries).leaf?.uuid).toBe('b')
  })

  it('is passed by when the conversation goes on, and the next one counts', () => {
    const entries = [...before, boundary('c', 'b'), prompt('d', 'b'), answer('e', 'd')]
    expect(uuids(entries)).toEqual(['a', 'b', 'd', 'e'])
    expect(uuids([...entries, boundary('f', 'e'), summary('g', 'f')])).toEqual(['f', 'g'])
  })

  it('is all there is where nothing stands before it', () => {
    expect(uuids([boundary('c', 'gone')])).toEqual(['c'])
  })
})
