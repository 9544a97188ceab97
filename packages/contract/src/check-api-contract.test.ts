import {
  assistant,
  image,
  request,
  serverToolUse,
  toolResult,
  toolUse,
  user,
} from '@antiphon/core/testing/contract-cases/rule-case'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiRequest } from './api-request.ts'
import { resolveTarget } from './api-target.ts'
import { checkApiContract } from './check-api-contract.ts'
import { BLOCK_FIELDS } from './tables/block-fields.ts'
import type { Platform } from './tables/platforms.ts'

function rulesOf(...given: Parameters<typeof checkApiContract>): readonly string[] {
  return checkApiContract(...given).map(violation => violation.rule)
}

describe('checkApiContract', () => {
  it('finds nothing in a conversation with tools, thinking and media', () => {
    const conversation = request([
      user('a', image()),
      assistant({ type: 'thinking', thinking: '', signature: 's' }, 'b', toolUse('t1'), toolUse('t2')),
      user(toolResult('t2', { content: [image()] }), toolResult('t1', { is_error: true }), 'c'),
      assistant('d'),
      user('e'),
    ])
    expect(checkApiContract(conversation)).toEqual([])
  })

  it('says of each violation what the API would answer', () => {
    expect(checkApiContract(request([user('')]))).toEqual([
      {
        rule: 'EMP-01',
        path: 'messages.0.content.0',
        message: 'messages: text content blocks must be non-empty',
        level: 'well-formed',
        status: 400,
        errorType: 'invalid_request_error',
        invented: false,
      },
    ])
    expect(checkApiContract(request([user('a')]), { limits: { bodyBytes: 9 } })).toMatchObject([
      { rule: 'ENV-01', status: 413, errorType: 'request_too_large' },
    ])
    expect(
      checkApiContract(request([user({ type: 'thinking', thinking: 'a', signature: 's' }, 'b')])),
    ).toMatchObject([{ rule: 'THK-16', invented: true }])
  })

  it('names the size first, then the encoding, the shape, the meaning, the media and the markers', () => {
    const marker = { type: 'ephemeral', ttl: '1h' }
    const broken = request([
      user('\ud83d', { type: 'text', text: '', uuid: 'x' }, image('aGVsbG8gd29ybGQh')),
      user({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }),
      user({ type: 'text', text: 'b', cache_control: marker }),
    ])
    const rules = rulesOf(broken, { limits: { bodyBytes: 9 } })
    expect(rules).toEqual(['ENV-01', 'ENV-03', 'ENV-10', 'EMP-01', 'IMG-07', 'CAC-04'])
  })

  it('asks less of a history that is to be extended', () => {
    const open = request([user('a'), assistant(toolUse('t'))])
    expect(rulesOf(open)).toEqual(['ROL-06'])
    expect(rulesOf(open, {}, { level: 'well-formed' })).toEqual([])
    const answered = request([user('a'), assistant('b')])
    expect(rulesOf(answered)).toEqual(['ROL-03'])
    expect(rulesOf(answered, {}, { level: 'well-formed' })).toEqual([])
    const torn = request([user('a'), assistant(toolUse('t')), user('b')])
    expect(rulesOf(torn, {}, { level: 'well-formed' })).toEqual(['TUP-01'])
  })

  it('lets a paused turn come back as it is', () => {
    const paused = request([user('a'), assistant('b ', serverToolUse('srvtoolu_1'))])
    expect(rulesOf(paused)).toEqual(['ROL-03', 'SRV-03'])
    expect(rulesOf(paused, {}, { pausedTurn: true })).toEqual([])
  })

  it('exempts nothing before the paused turn', () => {
    const earlier = request([
      user('a'),
      assistant(serverToolUse('srvtoolu_1'), 'b'),
      user('c'),
      assistant('d'),
    ])
    expect(rulesOf(earlier, {}, { pausedTurn: true })).toEqual(['SRV-03'])
  })

  it('judges by the model of the request unless the target names one', () => {
    const prefilled = request([user('a'), assistant('b')], { model: 'claude-sonnet-4-5-20250929' })
    expect(rulesOf(prefilled)).toEqual([])
    expect(rulesOf(prefilled, { model: 'claude-opus-5-5' })).toContain('ROL-03')
    expect(rulesOf(prefilled, resolveTarget({ model: 'claude-opus-5-5' }))).toContain('ROL-03')
  })

  it('looks again at a request that was changed in between', () => {
    const messages: unknown[] = [user('a')]
    const changing = request(messages)
    expect(rulesOf(changing)).toEqual([])
    messages.push(assistant('b'))
    expect(rulesOf(changing)).toEqual(['ROL-03'])
  })

  it('survives nesting that would exhaust a stack', () => {
    const deep = `{"type":"tool_result","tool_use_id":"t","content":[`.repeat(50_000)
    const input = JSON.parse(
      `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[${deep}${']}'.repeat(50_000)}]}]}`,
    )
    expect(rulesOf(input)).toContain('TUP-12')
    const arrays = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(
      rulesOf(request([user('a'), assistant(toolUse('t', { input: { arrays } })), user(toolResult('t'))])),
    ).toEqual([])
  })
})

const PLATFORMS: readonly Platform[] = ['anthropic', 'bedrock', 'vertex']

const FIELDS = [
  ...new Set([
    ...Object.values(BLOCK_FIELDS).flat(),
    'role',
    'data',
    'media_type',
    'ttl',
    'constructor',
    'toString',
  ]),
]

/** JSON that looks enough like a request to get past the first checks of each rule. */
const nearlyRequest = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 7, withCrossShrink: true },
    fc.constantFrom(
      ...Object.keys(BLOCK_FIELDS),
      'user',
      'assistant',
      'system',
      'base64',
      'ephemeral',
      't',
      'srvtoolu_1',
    ),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 6 }),
    fc.record({
      type: fc.constantFrom(...Object.keys(BLOCK_FIELDS)),
      content: tie('value'),
      source: tie('value'),
    }),
  ),
  request: fc.record({
    messages: fc.array(
      fc.record({
        role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
        content: fc.oneof(tie('value'), fc.array(tie('value'), { maxLength: 4 })),
      }),
      { maxLength: 6 },
    ),
    system: tie('value'),
    tools: tie('value'),
    cache_control: tie('value'),
  }),
})).request

describe('checkApiContract on hostile values', () => {
  // The cast is the point of the test: any JSON value in place of a request.
  const check = (value: unknown, platform: Platform) => checkApiContract(value as ApiRequest, { platform })

  it('never throws on any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(...PLATFORMS), (value, platform) => {
        expect(Array.isArray(check(value, platform))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws on what looks like a request, and says the same twice', () => {
    fc.assert(
      fc.property(nearlyRequest, fc.constantFrom(...PLATFORMS), (value, platform) => {
        expect(check(value, platform)).toEqual(check(value, platform))
      }),
      { numRuns: 2000 },
    )
  })

  it('never asks more of a well-formed history than of a sendable one', () => {
    fc.assert(
      fc.property(nearlyRequest, value => {
        const sendable = checkApiContract(value as unknown as ApiRequest).filter(
          violation => violation.level === 'well-formed',
        )
        expect(checkApiContract(value as unknown as ApiRequest, {}, { level: 'well-formed' })).toEqual(
          sendable,
        )
      }),
      { numRuns: 2000 },
    )
  })
})
