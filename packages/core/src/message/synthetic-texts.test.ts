import { describe, expect, it } from 'vitest'
import {
  CANCEL_MESSAGE,
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  LOCAL_COMMAND_CAVEAT,
  MISSING_USER_TURN,
  NO_CONTENT_MESSAGE,
  NO_RESPONSE_REQUESTED,
  REJECT_MESSAGE,
  SYNTHETIC_MESSAGES,
  SYNTHETIC_MODEL,
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
} from './synthetic-texts.ts'

describe('the texts that other programs recognise', () => {
  it.each([
    [SYNTHETIC_MODEL, '<synthetic>'],
    [NO_CONTENT_MESSAGE, '[no content]'],
    [INTERRUPT_MESSAGE, '[Request interrupted by user]'],
    [INTERRUPT_MESSAGE_FOR_TOOL_USE, '[Request interrupted by user for tool use]'],
    [NO_RESPONSE_REQUESTED, 'No response requested.'],
    [SYNTHETIC_TOOL_RESULT_PLACEHOLDER, '[Tool result missing due to internal error]'],
  ])('says exactly %s', (text, exact) => {
    expect(text).toBe(exact)
  })

  it('begins a cancellation and a rejection as the seeds do', () => {
    expect(CANCEL_MESSAGE).toMatch(/^The user doesn't want to take this action right now\. STOP/)
    expect(REJECT_MESSAGE).toMatch(
      /^The user doesn't want to proceed with this tool use\. The tool use was rejected/,
    )
  })
})

describe('SYNTHETIC_MESSAGES', () => {
  it('holds the five texts of the seeds and no other', () => {
    expect([...SYNTHETIC_MESSAGES]).toEqual([
      INTERRUPT_MESSAGE,
      INTERRUPT_MESSAGE_FOR_TOOL_USE,
      CANCEL_MESSAGE,
      REJECT_MESSAGE,
      NO_RESPONSE_REQUESTED,
    ])
  })

  it.each([
    NO_CONTENT_MESSAGE,
    SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
    MISSING_USER_TURN,
    LOCAL_COMMAND_CAVEAT,
    '',
  ])('does not hold %j, which stands for content and is no signal', text => {
    expect(SYNTHETIC_MESSAGES.has(text)).toBe(false)
  })
})
