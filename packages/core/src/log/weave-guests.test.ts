import { describe, expect, it } from 'vitest'
import { answer, boundary, progress, prompt, result } from '../testing/log-builder.ts'
import { buildConversation } from './build-conversation.ts'
import type { Entry } from './entry.ts'

function readPositions(entries: readonly Entry[]): readonly number[] {
  return buildConversation(entries).woven.map(({ position }) => position)
}

const side = { isSidechain: true }

describe('weaveGuests', () => {
  it('puts what a subagent did behind the message that the file has before it', () => {
    const log = [
      prompt('e0', null),
      answer('e1', 'e0', { calls: ['t'] }),
      prompt('e2', null, side),
      answer('e3', 'e2', { extra: side }),
      result('e4', 'e1', 't'),
      progress('e5', 'e4'),
      answer('e6', 'e4'),
    ]
    expect(readPositions(log)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('leaves it there where a compaction moved that message: it was written for it', () => {
    const title = { type: 'custom-title' as const, customTitle: 'a', sessionId: 'session' }
    const kept = { preservedSegment: { headUuid: 'e3', anchorUuid: 'e5', tailUuid: 'e3' } }
    const log = [
      prompt('e0', null),
      title,
      title,
      answer('e3', 'e0', { calls: ['t'] }),
      prompt('e4', null, side),
      boundary('e5', 'e3', kept),
      prompt('e6', 'e5'),
    ]
    expect(readPositions(log)).toEqual([0, 5, 3, 4, 6])
  })

  it('begins with what stands before every message', () => {
    expect(readPositions([prompt('e0', null, side), prompt('e1', null)])).toEqual([0, 1])
  })
})
