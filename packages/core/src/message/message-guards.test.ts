import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAssistantAPIErrorMessage, createAssistantMessage } from './assistant-message.ts'
import { createAttachmentMessage } from './attachment-message.ts'
import {
  createCommandInputMessage,
  createCompactBoundaryMessage,
  createMicrocompactBoundaryMessage,
  createSystemMessage,
} from './create-system-message.ts'
import {
  findToolResult,
  findToolUse,
  isAssistantMessage,
  isAttachmentMessage,
  isChainParticipant,
  isCompactBoundaryMessage,
  isHumanTurn,
  isMicrocompactBoundaryMessage,
  isProgressMessage,
  isSyntheticApiErrorMessage,
  isSyntheticMessage,
  isSystemLocalCommandMessage,
  isToolUseRequestMessage,
  isToolUseResultMessage,
  isUserMessage,
} from './message-guards.ts'
import { createProgressMessage } from './progress-message.ts'
import { INTERRUPT_MESSAGE, SYNTHETIC_MESSAGES, SYNTHETIC_MODEL } from './synthetic-texts.ts'
import { createUserInterruptionMessage, createUserMessage } from './user-message.ts'

const CALL = { type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} } as const
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' } as const

const MESSAGES = {
  words: createUserMessage({ content: 'hello' }),
  result: createUserMessage({ content: [RESULT] }),
  meta: createUserMessage({ content: 'x', isMeta: true }),
  virtual: createUserMessage({ content: 'x', isVirtual: true }),
  summary: createUserMessage({ content: 'x', isCompactSummary: true }),
  interruption: createUserInterruptionMessage(),
  answer: createAssistantMessage({ content: 'hi' }),
  call: createAssistantMessage({ content: [{ type: 'text', text: 'a' }, CALL] }),
  error: createAssistantAPIErrorMessage({ content: 'API Error' }),
  attachment: createAttachmentMessage({ type: 'memory', content: 'm' }),
  progress: createProgressMessage({
    toolUseID: 't',
    parentToolUseID: 't',
    data: { type: 'query_update', query: 'q' },
  }),
  info: createSystemMessage('x', 'info'),
  command: createCommandInputMessage('ls'),
  boundary: createCompactBoundaryMessage({ trigger: 'auto', preTokens: 1 }),
  microboundary: createMicrocompactBoundaryMessage({ preTokens: 1, tokensSaved: 1, compactedToolIds: [] }),
}

type Name = keyof typeof MESSAGES

const USERS: readonly Name[] = ['words', 'result', 'meta', 'virtual', 'summary', 'interruption']
const ALL = Object.keys(MESSAGES) as Name[]

const TAKES: readonly (readonly [(value: unknown) => boolean, readonly Name[]])[] = [
  [isUserMessage, USERS],
  [isAssistantMessage, ['answer', 'call', 'error']],
  [isAttachmentMessage, ['attachment']],
  [isProgressMessage, ['progress']],
  [isSystemLocalCommandMessage, ['command']],
  [isCompactBoundaryMessage, ['boundary']],
  [isMicrocompactBoundaryMessage, ['microboundary']],
  [isSyntheticApiErrorMessage, ['error']],
  [isSyntheticMessage, ['interruption']],
  [isToolUseRequestMessage, ['call']],
  [isToolUseResultMessage, ['result']],
  [isHumanTurn, ['words']],
  [isChainParticipant, ALL.filter(name => name !== 'progress')],
]

describe.each(TAKES.map(([guard, taken]) => ({ name: guard.name, guard, taken })))(
  '$name',
  ({ guard, taken }) => {
    it('takes its own and nothing else', () => {
      expect(ALL.filter(name => guard(MESSAGES[name]))).toEqual(taken)
    })

    it('judges any JSON value without throwing', () => {
      fc.assert(
        fc.property(hostile(), value => {
          expect(typeof guard(value)).toBe('boolean')
        }),
        { numRuns: 300 },
      )
      for (const value of [null, undefined, { type: 'user' }, { type: 'assistant', message: null }])
        expect(typeof guard(value)).toBe('boolean')
    })
  },
)

function hostile(): fc.Arbitrary<unknown> {
  const type = fc.constantFrom('user', 'assistant', 'system', 'attachment', 'progress', null, 3)
  return fc.oneof(
    fc.jsonValue(),
    fc.record(
      { type, message: fc.oneof(fc.jsonValue(), fc.record({ content: fc.jsonValue() })) },
      { requiredKeys: ['type'] },
    ),
  )
}

describe('isSyntheticMessage (seed 003)', () => {
  it.each([...SYNTHETIC_MESSAGES])('knows %s as the first block of a user or an answer', text => {
    const content = [{ type: 'text', text }] as const
    expect(isSyntheticMessage(createUserMessage({ content }))).toBe(true)
    expect(isSyntheticMessage(createAssistantMessage({ content }))).toBe(true)
  })

  it.each([
    ['the text as a string', createUserMessage({ content: INTERRUPT_MESSAGE })],
    ['the text with more to it', createUserMessage({ content: [text(`${INTERRUPT_MESSAGE}!`)] })],
    ['the text as a second block', createUserMessage({ content: [text('a'), text(INTERRUPT_MESSAGE)] })],
    ['a result that says it', createUserMessage({ content: [{ ...RESULT, content: INTERRUPT_MESSAGE }] })],
    ['a system message that says it', createSystemMessage(INTERRUPT_MESSAGE, 'info')],
    ['an empty list', { type: 'user', message: { content: [] } }],
  ])('does not take %s', (_, message) => {
    expect(isSyntheticMessage(message)).toBe(false)
  })
})

function text(words: string) {
  return { type: 'text', text: words } as const
}

describe('isSyntheticApiErrorMessage', () => {
  it('takes no error that a model wrote, and none that is not marked', () => {
    const error = MESSAGES.error
    const model = { ...error, message: { ...error.message, model: 'claude-opus-5-5' } }
    expect(isSyntheticApiErrorMessage(model)).toBe(false)
    expect(isSyntheticApiErrorMessage({ ...error, isApiErrorMessage: false })).toBe(false)
    expect(isSyntheticApiErrorMessage({ ...error, isApiErrorMessage: 'true' })).toBe(false)
    expect(error.message.model).toBe(SYNTHETIC_MODEL)
  })
})

describe('findToolUse and findToolResult', () => {
  it('find the first of several', () => {
    const later = { ...CALL, id: 'toolu_2' }
    expect(findToolUse(createAssistantMessage({ content: [CALL, later] }))).toBe(CALL)
    expect(findToolResult(createUserMessage({ content: [text('a'), RESULT] }))).toBe(RESULT)
  })

  it('find no call in a user message and no result in an answer', () => {
    expect(findToolUse(createUserMessage({ content: [CALL] }))).toBeUndefined()
    expect(findToolResult(createAssistantMessage({ content: [RESULT] }))).toBeUndefined()
  })
})
