import { describe, expect, it } from 'vitest'
import { MISSING_USER_TURN } from '../message/synthetic-texts.ts'
import {
  answer,
  apiError,
  call,
  log,
  result,
  text,
  thinking,
  user,
  uuidAt,
} from '../testing/history-builder.ts'
import { normalizeLog, rulesOf } from '../testing/normalize-log.ts'
import { createApiView } from './create-api-view.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

describe('an answer that was stored as several entries', () => {
  it('is one message again, with the stop reason and usage of its last entry', () => {
    const [, whole] = normalizeMessagesForAPI(
      log(
        user('a'),
        answer('m', [thinking()], { stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } }),
        answer('m', [text('b')], { stop_reason: null }),
        answer('m', [call('t')], { stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 9 } }),
        user([result('t')]),
      ),
    )
    expect(whole).toMatchObject({
      uuid: uuidAt(1),
      message: {
        id: 'm',
        content: [thinking(), text('b'), call('t')],
        stop_reason: 'tool_use',
        usage: { output_tokens: 9 },
      },
    })
  })

  it('keeps the results of parallel calls that stand between its entries', () => {
    const { messages, repairs, violations } = normalizeLog(
      log(
        user('a'),
        answer('m', [call('t1')]),
        user([result('t1', 'one')]),
        answer('m', [call('t2')]),
        user([result('t2', 'two')]),
        answer('m', [call('t3')]),
        user([result('t3', 'three')]),
      ),
    )
    expect(messages.slice(1)).toEqual([
      { role: 'assistant', content: [call('t1'), call('t2'), call('t3')] },
      { role: 'user', content: [result('t1', 'one'), result('t2', 'two'), result('t3', 'three')] },
    ])
    expect(repairs).toEqual([])
    expect(violations).toEqual([])
  })

  it('goes on after an API error that interrupted it', () => {
    const { messages } = normalizeLog(
      log(user('a'), answer('m', [text('b')]), apiError('Overloaded'), answer('m', [call('t')])),
    )
    expect(messages[1]?.content).toEqual([text('b'), call('t')])
  })

  it('goes on under another id where the API paused', () => {
    const paused = answer('m1', 'first half', { stop_reason: 'pause_turn' })
    const { messages } = normalizeLog(log(user('a'), paused, answer('m2', 'second half'), user('b')))
    expect(messages[1]?.content).toEqual([text('first half'), text('second half')])
    const spoken = normalizeLog(log(user('a'), paused, user('wait'), answer('m2', 'new'), user('b')))
    expect(spoken.messages).toHaveLength(5)
  })
})

describe('a message of the log', () => {
  it('is itself in the view where nothing had to be changed', () => {
    const history = log(user([text('a')]), answer('m', [call('t')]), user([result('t')]))
    expect(normalizeMessagesForAPI(history)).toEqual(history)
    normalizeMessagesForAPI(history).forEach((message, index) => {
      expect(message).toBe(history[index])
    })
  })

  it('counts once where it was written twice', () => {
    const message = { ...user([text('a')]), uuid: 'same', timestamp: '2026-02-01T00:00:00.000Z' }
    const { messages, repairs } = normalizeLog(log(message, structuredClone(message)))
    expect(messages).toEqual([{ role: 'user', content: [text('a')] }])
    expect(rulesOf(repairs)).toEqual(['SEED-duplicate omitted'])
  })

  it('counts twice where two messages share a uuid and differ', () => {
    const { messages } = normalizeLog(
      log({ ...user('a'), uuid: 'same' }, { ...user('b'), uuid: 'same' }, { ...user('b'), uuid: 'other' }),
    )
    expect(messages).toEqual([{ role: 'user', content: [text('a'), text('b'), text('b')] }])
  })

  it.each([null, 'x', 7, [], undefined])('is reported and left out where it is %j', value => {
    const { messages, repairs } = normalizeLog([user('a'), value, user('b')])
    expect(messages).toEqual([{ role: 'user', content: [text('a'), text('b')] }])
    expect(repairs).toEqual([
      { rule: 'SEED-shape', action: 'omitted', index: 1, uuid: null, detail: 'not a message' },
    ])
  })
})

describe('the order of voices', () => {
  it('begins with a user, also where the log does not', () => {
    const { messages, repairs } = normalizeLog(log(answer('m', 'a'), user('b')))
    expect(messages[0]).toEqual({ role: 'user', content: [text(MISSING_USER_TURN)] })
    expect(rulesOf(repairs)).toEqual(['ROL-01 inserted'])
  })

  it('ends with a user', () => {
    const { messages, repairs } = normalizeLog(log(user('a'), answer('m', 'b')))
    expect(messages.at(-1)).toEqual({ role: 'user', content: [text(MISSING_USER_TURN)] })
    expect(rulesOf(repairs)).toEqual(['ROL-03 inserted'])
  })

  it('says something where the log says nothing', () => {
    for (const history of [[], [null], [{ type: 'progress' }], [user('')]]) {
      const { messages, violations, repairs } = normalizeLog(history)
      expect(messages).toEqual([{ role: 'user', content: [text(MISSING_USER_TURN)] }])
      expect(violations).toEqual([])
      expect(rulesOf(repairs)).toContain('ENV-15 inserted')
    }
  })

  it('closes over an answer that said nothing', () => {
    const { messages } = normalizeLog(log(user('a'), answer('m', ' '), user('b')))
    expect(messages).toEqual([{ role: 'user', content: [text('a'), text('b')] }])
  })

  it('keeps two replies apart where the first may hold nothing but results', () => {
    const server = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
    const { messages, violations } = normalizeLog(
      log(
        user('a'),
        answer('m1', [server, found, call('t')]),
        user([result('t')]),
        answer('m2', ' '),
        user('b'),
      ),
    )
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    expect(violations).toEqual([])
  })
})

describe('createApiView', () => {
  it('reports what it reports anew after each message, not twice', () => {
    const view = createApiView()
    const history = log(user('a'), answer('m', [call('t')]), user([result('t')]))
    const seen = history.map(message => {
      view.append(message)
      view.messages()
      return rulesOf(view.repairs())
    })
    expect(seen).toEqual([[], ['TUP-01 inserted'], []])
  })

  it('never changes what it was given', () => {
    const history = log(
      user([{ ...text('a'), extra: 1 }]),
      answer('m', [{ ...call('bad id'), input: '{"a":1}' }]),
      user([text('b'), result('bad id', null)]),
    )
    const before = structuredClone(history)
    normalizeMessagesForAPI(history)
    expect(history).toEqual(before)
  })
})
