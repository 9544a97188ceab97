import { describe, expect, it } from 'vitest'
import { createSystemMessage } from '../message/create-system-message.ts'
import {
  answer,
  apiError,
  attachment,
  call,
  localCommand,
  log,
  result,
  text,
  user,
  uuidAt,
} from '../testing/history-builder.ts'
import { normalizeLog, rulesOf } from '../testing/normalize-log.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { getImageTooLargeErrorMessage } from './refused-media.ts'

const reference = (name: string) => ({ type: 'tool_reference', tool_name: name })
const gone = (name: string) => text(`[the tool ${name} is not available]`)
const PHOTO = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }

describe('the pipeline of seed 004, 5.3', () => {
  const history = log(
    user([text('what is this?'), PHOTO], { isMeta: true }),
    apiError(getImageTooLargeErrorMessage()),
    user('shown only', { isVirtual: true }),
    attachment({ type: 'memory', content: 'likes tabs' }),
    answer('m1', [call('t1')]),
    { type: 'progress', toolUseID: 't1', parentToolUseID: 't1', data: { type: 'query_update', query: 'q' } },
    localCommand('$ ls\nREADME.md'),
    createSystemMessage('switched the model', 'info'),
    user([result('t1', '# README')]),
    user('and now?'),
  )

  it('takes a log of every type to user and assistant in turn', () => {
    const { messages, violations } = normalizeLog(history)
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          text('what is this?'),
          text('[image removed: the API refused it]'),
          // It rose to the API error, which is an answer like others until it is left out.
          text(expect.stringContaining('likes tabs')),
        ],
      },
      { role: 'assistant', content: [call('t1')] },
      { role: 'user', content: [result('t1', '# README'), text('$ ls\nREADME.md'), text('and now?')] },
    ])
    expect(violations).toEqual([])
  })

  it('reports each message that it left out, and each block that it changed', () => {
    expect(rulesOf(normalizeLog(history).repairs).toSorted()).toEqual([
      'SEED-api-error omitted',
      'SEED-progress omitted',
      'SEED-refused-media replaced',
      'SEED-system omitted',
      'SEED-virtual omitted',
      'TUP-14 moved',
    ])
  })
})

it('sends a local command as a user message with its own uuid and time', () => {
  const [command] = log({ ...localCommand('$ ls'), timestamp: '2026-02-01T00:00:00.000Z' })
  expect(normalizeMessagesForAPI([command])).toEqual([
    {
      type: 'user',
      uuid: uuidAt(0),
      timestamp: '2026-02-01T00:00:00.000Z',
      message: { role: 'user', content: [text('$ ls')] },
    },
  ])
})

describe('references to tools in a request', () => {
  const found = [reference('Read'), reference('Gone')]
  const history = log(user('a'), answer('m', [call('t', 'ToolSearch')]), user([result('t', found)]))
  const tools = [{ name: 'ToolSearch' }, { name: 'Read' }]
  const sent = (...rest: [tools?: typeof tools, options?: { toolSearch: boolean }]) =>
    normalizeMessagesForAPI(history, ...rest).at(-1)?.message.content

  it('stay for the tools at hand', () => {
    expect(sent(tools)).toEqual([result('t', [reference('Read'), gone('Gone')])])
  })

  it('go where no tool is given', () => {
    expect(sent()).toEqual([result('t', [gone('Read'), gone('Gone')])])
  })

  it('go where tool search is off', () => {
    const here = text('[the tool Read can be called]')
    expect(sent(tools, { toolSearch: false })).toEqual([result('t', [here, gone('Gone')])])
  })
})
