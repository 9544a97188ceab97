import { describe, expect, it } from 'vitest'
import { createAssistantMessage } from './assistant-message.ts'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from './synthetic-texts.ts'
import { createToolResultMessage, yieldMissingToolResultBlocks } from './tool-result-message.ts'

const READ = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} } as const
const BASH = { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: {} } as const
const ANSWER = createAssistantMessage({ content: [{ type: 'text', text: 'Looking.' }, READ, BASH] })

describe('createToolResultMessage', () => {
  it('stores a result twice: what the model reads, and what the tool returned', () => {
    const output = { filenames: ['a', 'b'] }
    const message = createToolResultMessage({
      toolUse: READ,
      assistantMessage: ANSWER,
      content: 'a\nb',
      isError: false,
      output,
    })
    expect(message.message.content).toEqual([
      { type: 'tool_result', content: 'a\nb', is_error: false, tool_use_id: 'toolu_1' },
    ])
    expect(message.toolUseResult).toBe(output)
    expect(message.sourceToolAssistantUUID).toBe(ANSWER.uuid)
    expect(message).not.toHaveProperty('isMeta')
  })

  it('says nothing of an error where nobody said it', () => {
    const message = createToolResultMessage({
      toolUse: READ,
      assistantMessage: ANSWER,
      content: 'x',
      output: 1,
    })
    expect(message.message.content[0]).not.toHaveProperty('is_error')
  })
})

describe('yieldMissingToolResultBlocks', () => {
  it('answers every call of every answer with the error, in the order of the calls', () => {
    const other = createAssistantMessage({ content: [{ ...READ, id: 'toolu_3' }] })
    const messages = [...yieldMissingToolResultBlocks([ANSWER, other], SYNTHETIC_TOOL_RESULT_PLACEHOLDER)]
    expect(messages.map(({ message }) => message.content)).toEqual(
      ['toolu_1', 'toolu_2', 'toolu_3'].map(id => [
        {
          type: 'tool_result',
          content: SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
          is_error: true,
          tool_use_id: id,
        },
      ]),
    )
    expect(messages.map(({ sourceToolAssistantUUID }) => sourceToolAssistantUUID)).toEqual([
      ANSWER.uuid,
      ANSWER.uuid,
      other.uuid,
    ])
    expect(messages.every(({ toolUseResult }) => toolUseResult === SYNTHETIC_TOOL_RESULT_PLACEHOLDER)).toBe(
      true,
    )
  })

  it('says nothing where nothing was called', () => {
    expect([
      ...yieldMissingToolResultBlocks([createAssistantMessage({ content: 'Done.' })], 'x'),
      ...yieldMissingToolResultBlocks([], 'x'),
    ]).toEqual([])
  })

  it('leaves calls of the API itself alone: their results are not ours to give', () => {
    const answer = createAssistantMessage({
      content: [{ type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }],
    })
    expect([...yieldMissingToolResultBlocks([answer], 'x')]).toEqual([])
  })
})
