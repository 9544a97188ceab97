import { describe, expect, it } from 'vitest'
import { isHumanTurn, isSyntheticMessage, isToolUseResultMessage } from './message-guards.ts'
import {
  INTERRUPT_MESSAGE,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  LOCAL_COMMAND_CAVEAT,
  NO_CONTENT_MESSAGE,
} from './synthetic-texts.ts'
import {
  createSyntheticUserCaveatMessage,
  createUserInterruptionMessage,
  createUserMessage,
} from './user-message.ts'

const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'two files' } as const

describe('createUserMessage', () => {
  it('makes a message of a string, with uuid and time', () => {
    const message = createUserMessage({ content: '帮我看看这个文件' })
    expect(message).toEqual({
      type: 'user',
      message: { role: 'user', content: '帮我看看这个文件' },
      uuid: expect.stringMatching(/^[0-9a-f]{8}-/),
      timestamp: expect.any(String),
    })
    expect(new Date(message.timestamp).toISOString()).toBe(message.timestamp)
  })

  it.each(['', [], undefined])('never leaves the content empty: %j', content => {
    expect(createUserMessage({ content }).message.content).toBe(NO_CONTENT_MESSAGE)
  })

  it('leaves whitespace and blocks as they came', () => {
    expect(createUserMessage({ content: ' ' }).message.content).toBe(' ')
    expect(createUserMessage({ content: [RESULT] }).message.content).toEqual([RESULT])
  })

  it('keeps the uuid and time that it is given, and makes a uuid in place of an empty one', () => {
    const given = { uuid: 'u-1', timestamp: '2026-02-01T00:00:00.000Z' }
    expect(createUserMessage({ content: 'x', ...given })).toMatchObject(given)
    expect(createUserMessage({ content: 'x', uuid: '' }).uuid).toHaveLength(36)
  })

  it.each(['isMeta', 'isVirtual', 'isVisibleInTranscriptOnly', 'isCompactSummary'] as const)(
    'writes %s only where it is true',
    flag => {
      expect(createUserMessage({ content: 'x', [flag]: true })).toHaveProperty(flag, true)
      expect(createUserMessage({ content: 'x', [flag]: false })).not.toHaveProperty(flag)
      expect(createUserMessage({ content: 'x' })).not.toHaveProperty(flag)
    },
  )

  it('makes plain JSON: nothing is lost on the way to a file and back', () => {
    const message = createUserMessage({ content: [RESULT], toolUseResult: { rows: [1] }, isMeta: true })
    expect(JSON.parse(JSON.stringify(message))).toStrictEqual(message)
  })
})

describe('the five uses of a user message (seed 003, 8.3)', () => {
  const uses = [
    {
      use: "a person's words",
      message: createUserMessage({ content: '帮我看看这个文件' }),
      meta: false,
      content: 'string',
      human: true,
    },
    {
      use: 'the result of a tool',
      message: createUserMessage({
        content: [RESULT],
        toolUseResult: ['a', 'b'],
        sourceToolAssistantUUID: 'u-0',
      }),
      meta: false,
      content: 'object',
      human: false,
    },
    {
      use: 'a meta message',
      message: createUserMessage({ content: 'Output token limit hit. Resume directly.', isMeta: true }),
      meta: true,
      content: 'string',
      human: false,
    },
    {
      use: 'an interruption',
      message: createUserInterruptionMessage(),
      meta: false,
      content: 'object',
      human: false,
    },
    {
      use: 'the summary of a compaction',
      message: createUserMessage({ content: 'So far: …', isMeta: true, isCompactSummary: true }),
      meta: true,
      content: 'string',
      human: false,
    },
  ]

  it.each(uses)('is $use', ({ message, meta, content, human }) => {
    expect(message.type).toBe('user')
    expect(message.message.role).toBe('user')
    expect(message.isMeta ?? false).toBe(meta)
    expect(typeof message.message.content).toBe(content)
    expect(isHumanTurn(message)).toBe(human)
  })

  it('is told apart: one result, one signal, one summary', () => {
    expect(uses.filter(({ message }) => isToolUseResultMessage(message)).map(({ use }) => use)).toEqual([
      'the result of a tool',
    ])
    expect(uses.filter(({ message }) => isSyntheticMessage(message)).map(({ use }) => use)).toEqual([
      'an interruption',
    ])
    expect(uses.filter(({ message }) => message.isCompactSummary).map(({ use }) => use)).toEqual([
      'the summary of a compaction',
    ])
  })
})

describe('createUserInterruptionMessage', () => {
  it.each([
    [undefined, INTERRUPT_MESSAGE],
    [{}, INTERRUPT_MESSAGE],
    [{ toolUse: false }, INTERRUPT_MESSAGE],
    [{ toolUse: true }, INTERRUPT_MESSAGE_FOR_TOOL_USE],
  ])('says for %j: %s', (options, text) => {
    const message = createUserInterruptionMessage(options)
    expect(message.message.content).toEqual([{ type: 'text', text }])
    expect(message).not.toHaveProperty('isMeta')
    expect(isSyntheticMessage(message)).toBe(true)
  })
})

it('warns of local commands in a message for the model alone', () => {
  expect(createSyntheticUserCaveatMessage()).toMatchObject({
    isMeta: true,
    message: { content: LOCAL_COMMAND_CAVEAT },
  })
})
