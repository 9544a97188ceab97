import { describe, expect, it } from 'vitest'
import {
  buildDenialMessage,
  buildYoloRejectionMessage,
  REJECT_MESSAGE_WITH_REASON_PREFIX,
  SUBAGENT_REJECT_MESSAGE,
  SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX,
} from '../message/rejection-texts.ts'
import {
  CANCEL_MESSAGE,
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  REJECT_MESSAGE,
  SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
} from '../message/synthetic-texts.ts'
import type { NormalizedMessage } from './normalize-messages.ts'
import { toolStatus } from './tool-status.ts'

// Only what the function reads.
function result(block: object, more: object = {}): NormalizedMessage {
  const content = [{ type: 'tool_result', tool_use_id: 't1', ...block }]
  return { type: 'user', uuid: 'r', message: { content }, ...more } as unknown as NormalizedMessage
}

const status = (block: object, more?: object) => toolStatus(result(block, more), false)

describe('toolStatus', () => {
  it('is running without a result, interrupted where the conversation went on', () => {
    expect(toolStatus(undefined, false)).toBe('running')
    expect(toolStatus(undefined, true)).toBe('interrupted')
  })

  it('is done with a result and failed with an error', () => {
    expect(status({ content: 'ok' })).toBe('done')
    expect(status({ content: 'no such file', is_error: true })).toBe('failed')
    expect(status({ content: [{ type: 'text', text: 'boom' }], is_error: true })).toBe('failed')
    expect(status({ is_error: true })).toBe('failed')
  })

  it.each([
    REJECT_MESSAGE,
    `${REJECT_MESSAGE_WITH_REASON_PREFIX}use another file`,
    SUBAGENT_REJECT_MESSAGE,
    `${SUBAGENT_REJECT_MESSAGE_WITH_REASON_PREFIX}no`,
    buildYoloRejectionMessage('it deletes data'),
    buildDenialMessage('Bash'),
    "Claude requested permissions to write to /etc/passwd, but you haven't granted it yet.",
  ])('is denied with %j', text => {
    expect(status({ content: text, is_error: true })).toBe('denied')
    expect(status({ content: [{ type: 'text', text }], is_error: true })).toBe('denied')
  })

  it('is denied where the entry says so in a field', () => {
    expect(status({ content: 'no', is_error: true }, { toolDenialKind: 'permission-rule' })).toBe('denied')
    expect(status({ content: 'no' }, { permissionDecision: { decision: 'reject' } })).toBe('denied')
    expect(status({ content: 'ok' }, { permissionDecision: { decision: 'accept' } })).toBe('done')
  })

  it.each([
    INTERRUPT_MESSAGE,
    INTERRUPT_MESSAGE_FOR_TOOL_USE,
    CANCEL_MESSAGE,
    SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
  ])('is interrupted with %j', text => {
    expect(status({ content: text, is_error: true })).toBe('interrupted')
  })

  it('is interrupted where the tool says that it was', () => {
    expect(status({ content: 'half' }, { toolUseResult: { interrupted: true } })).toBe('interrupted')
  })

  it('does not take the text of a file for a denial', () => {
    expect(status({ content: REJECT_MESSAGE })).toBe('done')
    expect(status({ content: SYNTHETIC_TOOL_RESULT_PLACEHOLDER, is_error: false })).toBe('done')
  })

  it('knows the errors of tools that the API runs', () => {
    const block = { type: 'web_search_tool_result', tool_use_id: 's1' }
    const answer = (content: unknown) =>
      ({ type: 'assistant', message: { content: [{ ...block, content }] } }) as unknown as NormalizedMessage
    expect(toolStatus(answer([]), false)).toBe('done')
    expect(toolStatus(answer({ type: 'web_search_tool_result_error' }), false)).toBe('failed')
  })
})
