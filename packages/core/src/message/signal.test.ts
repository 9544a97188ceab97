import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from './assistant-message.ts'
import { createTombstoneMessage, createToolUseSummaryMessage } from './signal.ts'

describe('createToolUseSummaryMessage', () => {
  it('says what a batch of calls did and which calls they were', () => {
    expect(createToolUseSummaryMessage('Read two files', ['toolu_1', 'toolu_2'])).toStrictEqual({
      type: 'tool_use_summary',
      summary: 'Read two files',
      precedingToolUseIds: ['toolu_1', 'toolu_2'],
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.any(String),
    })
  })
})

describe('createTombstoneMessage', () => {
  it('takes back the very answer that was shown', () => {
    const answer = createAssistantMessage({ content: 'half a sen' })
    const tombstone = createTombstoneMessage(answer)
    expect(tombstone).toStrictEqual({ type: 'tombstone', message: answer })
    expect(tombstone.message).toBe(answer)
  })
})
