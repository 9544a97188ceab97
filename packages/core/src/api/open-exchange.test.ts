import { describe, expect, it } from 'vitest'
import { answer, apiError, attachment, call, log, text, thinking, user } from '../testing/history-builder.ts'
import { createSource } from './exchange.ts'
import { isPaused, isSpoken, toExchange } from './open-exchange.ts'

const SERVER = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const PAUSED = { stop_reason: 'pause_turn' }

describe('isPaused', () => {
  it.each([
    ['text at its end', [thinking(), text('so far')], true],
    ['a call of the API at its end', [text('a'), SERVER], true],
    ['blank text at its end', [text('a'), text(' ')], false],
    ['thinking at its end', [text('a'), thinking()], false],
    ['a call of ours', [call('t'), text('a')], false],
    ['an image', [{ type: 'image' }, text('a')], false],
    ['nothing', [], false],
    ['no list', 'text', false],
  ])('judges an answer with %s', (_, content, expected) => {
    const entry = { ...answer('m', []), message: { id: 'm', content, ...PAUSED } }
    expect(isPaused([createSource(entry, 0)])).toBe(expected)
  })

  it('is false for an answer that came to its end', () => {
    expect(isPaused([createSource(answer('m', 'x', { stop_reason: 'end_turn' }), 0)])).toBe(false)
  })
})

it('hears whether anything was said to the model', () => {
  const silence = log(apiError('x'), { type: 'progress' }).map(createSource)
  expect(isSpoken(silence)).toBe(false)
  expect(isSpoken([...silence, createSource(user('y'), 2)])).toBe(true)
})

it('sorts the entries of an exchange: attachments first, what is not sent left out and reported', () => {
  const rules: string[] = []
  const [a, b, c, d] = log(
    answer('m', 'x', PAUSED),
    apiError('y'),
    user('z'),
    attachment({ type: 'memory', content: 'tabs' }),
  ).map(createSource)
  const exchange = toExchange({ answer: [a!], reply: [b!, c!, d!] }, ({ rule }) => rules.push(rule))
  expect(exchange.answer.map(({ block }) => block)).toEqual([text('x')])
  expect(exchange.reply.map(piece => piece.source)).toEqual([d, c])
  expect(exchange.paused).toBe(false)
  expect(rules).toEqual(['SEED-api-error'])
  expect(toExchange({ answer: [a!], reply: [b!] }, () => undefined).paused).toBe(true)
})
