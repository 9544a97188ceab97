import { describe, expect, it } from 'vitest'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '../message/synthetic-texts.ts'
import {
  answer,
  apiError,
  attachment,
  call,
  image,
  type LogMessage,
  log,
  result,
  text,
  thinking,
  user,
} from '../testing/history-builder.ts'
import { normalizeLog, rulesOf, spokenBlocks } from '../testing/normalize-log.ts'
import { PIXEL } from '../testing/pixel.ts'
import { buildApiRequest } from './build-api-request.ts'
import { createApiView } from './create-api-view.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

/** Normalises a log, and holds it against the contract on the way. */
function send(...messages: readonly LogMessage[]) {
  const normalized = normalizeLog(log(...messages))
  expect(normalized.violations).toEqual([])
  return { ...normalized, json: JSON.stringify(normalized.messages) }
}

/** Each number is a version of Claude Code whose changelog names the defect (research/engines.md §3.4). */
describe('the bug museum: pairing', () => {
  it('2.1.7: the failure of one call leaves the results of its siblings in place', () => {
    const { messages, repairs } = send(
      user('go'),
      answer('m1', [call('a'), call('b'), call('c')]),
      user([result('a', 'fine')]),
      user([result('b', 'it failed', { is_error: true })]),
      user([
        result('c', '<tool_use_error>Cancelled: parallel tool call</tool_use_error>', { is_error: true }),
      ]),
    )
    expect(messages[2]?.content).toHaveLength(3)
    expect(repairs).toEqual([])
  })

  it('2.1.9, 2.1.80: parallel results keep their places, whatever stands between them', () => {
    const { messages, json } = send(
      user('go'),
      answer('m1', [call('a')]),
      answer('m1', [call('b')]),
      user([result('b', 'second')]),
      { type: 'progress', data: {} },
      { type: 'system', subtype: 'informational', content: 'a notice' },
      user([result('a', 'first')]),
    )
    expect(messages[2]?.content).toEqual([result('b', 'second'), result('a', 'first')])
    expect(json).not.toContain(SYNTHETIC_TOOL_RESULT_PLACEHOLDER)
  })

  it('2.1.69: a history that starts with an orphan result', () => {
    expect(send(user([result('gone', 'kept words')]), user('go on')).json).toContain('kept words')
  })

  it('2.1.69: a fork in the middle of a batch that was interrupted', () => {
    const { json, repairs } = send(
      user('go'),
      answer('m1', [call('a'), call('b')]),
      user([result('a', 'kept')]),
      user('[Request interrupted by user for tool use]'),
      user('Summarise the conversation.'),
    )
    expect(json).toContain('kept')
    expect(rulesOf(repairs)).toEqual(['TUP-01 inserted'])
  })

  it('2.1.218: a tool that is aborted in mid-response leaves no unpaired block', () => {
    const { messages } = send(
      user('go'),
      answer('m1', [text('Running.')]),
      answer('m1', [call('a')], { stop_reason: null }),
      user([text('[Request interrupted by user for tool use]')]),
      user('again'),
      answer('m2', 'Very well.'),
      user('thanks'),
    )
    expect(messages[2]?.content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'a' })
  })

  it('#39830, #59668: no placeholder hides a result that exists', () => {
    const results = ['a', 'b', 'c', 'd'].map(id => user([result(id, `output of ${id}`)]))
    const calls = ['a', 'b', 'c', 'd'].map(id => answer('m1', [call(id)]))
    expect(send(user('go'), ...calls, ...results.toReversed()).json).not.toContain(
      SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
    )
  })

  it('#20573: blocks of one answer that were joined twice', () => {
    const twice = answer('m1', [call('a', 'Read', { p: 1 })])
    const { messages, repairs } = send(user('go'), twice, { ...twice }, user([result('a')]))
    expect(messages[1]?.content).toEqual([call('a', 'Read', { p: 1 })])
    expect(rulesOf(repairs)).toEqual(['TUP-04 removed'])
  })

  it('#64383: a result of a server tool without its call', () => {
    const orphan = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
    expect(rulesOf(send(user('go'), answer('m1', [orphan, text('x')]), user('y')).repairs)).toEqual([
      'SRV-04 replaced',
    ])
  })
})

describe('the bug museum: content', () => {
  it('2.1.33: whitespace and thinking of an answer that was aborted', () => {
    const { messages } = send(
      user('go'),
      answer('m1', [thinking('so')]),
      answer('m1', [text('\n\n')]),
      user([text('[Request interrupted by user]')]),
    )
    expect(messages).toEqual([{ role: 'user', content: [text('go'), text('[Request interrupted by user]')] }])
  })

  it('2.1.47: interleaved agents do not modify thinking', () => {
    const { messages, repairs } = send(
      user('go'),
      answer('m1', [thinking('one')]),
      answer('m1', [text('a'), call('a')]),
      user([result('a')]),
      answer('m2', [thinking('two')]),
      answer('m2', [call('b')]),
      user([result('b')]),
    )
    expect(messages[1]?.content).toEqual([thinking('one'), text('a'), call('a')])
    expect(messages[3]?.content).toEqual([thinking('two'), call('b')])
    expect(repairs).toEqual([])
  })

  it.each([{ type: 'text' }, { type: 'text', text: null }, { type: 'text', text: { a: 1 } }])(
    '2.1.105: a malformed text block: %j',
    block => {
      expect(rulesOf(send(user([block]), answer('m1', [block]), user('x')).repairs)).toEqual([
        'ENV-16 replaced',
        'ENV-16 replaced',
      ])
    },
  )

  it('2.1.132: half an emoji, also in the keys and values of an input', () => {
    const { json } = send(
      user('go'),
      answer('m1', [call('a', 'Write', { '\ud83d': '\udc4b' })]),
      user([result('a', 'cut \ud83d')]),
    )
    expect(json).toContain('\ufffd')
  })

  it('2.1.136: redacted thinking after a call', () => {
    const redacted = { type: 'redacted_thinking', data: 'x' }
    const { messages } = send(
      user('go'),
      answer('m1', [thinking(), call('a')]),
      user([result('a')]),
      answer('m2', [redacted, text('x')]),
      user('y'),
    )
    expect(messages[3]?.content).toEqual([redacted, text('x')])
    send(user('go'), answer('m1', [call('a'), redacted]), user([result('a')]))
  })

  it('2.1.157: a zero-byte image', () => {
    const { json } = send(
      user([text('look'), image('')]),
      answer('m1', [call('a')]),
      user([result('a', [image('')])]),
    )
    expect(json).toContain('image omitted: image is empty')
  })

  it.each([
    null,
    'text',
    [],
    {},
    { type: null },
    { type: 'file' },
    { type: 'toString' },
    { type: 'memory', content: {} },
  ])('2.1.217: a malformed attachment does not stop a resume: %j', malformed => {
    expect(send(user('go'), { type: 'attachment', attachment: malformed }, user('on')).json).toContain('on')
  })

  it('#2104, #34120: media that the API refused are not sent again, in any later turn', () => {
    const { json } = send(
      user([text('look'), image(PIXEL)]),
      apiError('API Error: 400 image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes'),
      user('go on'),
      answer('m1', 'Going on.'),
      user('and on'),
    )
    expect(json).not.toContain(PIXEL)
    expect(json).toContain('image removed')
  })
})

const LONG: readonly LogMessage[] = log(
  user('go'),
  attachment({ type: 'memory', content: 'tabs' }),
  answer('m1', [thinking('1'), call('a')]),
  user([result('a', 'one')]),
  attachment({ type: 'queued_command', prompt: 'typed while you worked' }),
  answer('m2', [thinking('2'), call('b'), call('c')]),
  user([result('b', 'two')]),
  user([result('c', 'three')]),
  answer('m3', 'Done.'),
  user('next'),
  answer('m4', [call('d')]),
  user([result('d', 'four')]),
)

/** The length of the log at each request. */
const REQUESTS = [2, 5, 8, 10, 12]

describe('the bug museum: cost', () => {
  it('2.1.72, 2.1.90: a resume sends the bytes that were sent before, and more', () => {
    const requests = REQUESTS.map(end => spokenBlocks(normalizeLog(LONG.slice(0, end)).messages))
    const last = requests.at(-1) ?? []
    for (const blocks of requests) expect(last.slice(0, blocks.length)).toEqual(blocks)
  })

  it('2.1.72: a log that went through a file gives the same bytes', () => {
    const stored = LONG.map(message => JSON.parse(JSON.stringify(message)))
    expect(JSON.stringify(buildApiRequest(normalizeMessagesForAPI(stored)))).toBe(
      JSON.stringify(buildApiRequest(normalizeMessagesForAPI(LONG))),
    )
  })

  it('2.1.97: attachments and what was typed in mid-turn are part of every later request', () => {
    for (const end of [5, 8, 10, 12]) {
      const json = JSON.stringify(normalizeLog(LONG.slice(0, end)).messages)
      expect(json).toContain('tabs')
      expect(json).toContain('typed while you worked')
    }
  })

  it('#34629: a string and its block give the same bytes', () => {
    expect(normalizeLog(log(user('go'))).messages).toEqual(normalizeLog(log(user([text('go')]))).messages)
  })

  it('2.1.216: what was appended before is not taken through the steps again', () => {
    const view = createApiView()
    let reads = 0
    const watched = {
      ...LONG[2],
      get message() {
        reads++
        return LONG[2]?.message
      },
    }
    view.append(LONG[0])
    view.append(watched)
    for (const message of LONG.slice(3, 9)) view.append(message)
    view.messages()
    const before = reads
    expect(before).toBeGreaterThan(0)
    for (const message of LONG.slice(9)) {
      view.append(message)
      view.messages()
    }
    expect(reads).toBe(before)
  })
})
