import { type ApiMessage, type ApiRequest, resolveTarget } from '@antiphon/contract'
import { estimateTokens } from '@antiphon/core/usage'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClock } from '../clock.ts'
import { createPromptCache } from './create-prompt-cache.ts'
import type { CacheOutcome, PromptCache } from './prompt-cache.ts'

const MODEL = 'claude-opus-4-8'
const LONG = 'word '.repeat(2000)
const MARK = { cache_control: { type: 'ephemeral' as const } }
const HOUR = { cache_control: { type: 'ephemeral' as const, ttl: '1h' as const } }

function request(messages: readonly ApiMessage[], more: Partial<ApiRequest> = {}): ApiRequest {
  const system = [{ type: 'text' as const, text: LONG, ...MARK }]
  return { model: MODEL, max_tokens: 10, system, messages, ...more }
}

function user(text: string, mark: object = {}): ApiMessage {
  return { role: 'user', content: [{ type: 'text', text, ...mark }] }
}

function assistant(text: string): ApiMessage {
  return { role: 'assistant', content: [{ type: 'text', text }] }
}

function send(cache: PromptCache, body: ApiRequest): CacheOutcome {
  const look = cache.look(body, resolveTarget({ model: body.model }))
  look.write()
  return look.outcome
}

describe('createPromptCache', () => {
  it('writes at a mark and reads it the next time', () => {
    const cache = createPromptCache(createClock(0))
    const first = send(cache, request([user('one')]))
    expect(first).toMatchObject({ readTokens: 0, written1hTokens: 0, miss: null })
    expect(first.written5mTokens).toBeGreaterThan(2000)
    const second = send(cache, request([user('two')]))
    expect(second).toMatchObject({ readTokens: first.written5mTokens, written5mTokens: 0, miss: null })
    expect(second.inputTokens).toBeGreaterThan(0)
  })

  it('reads a deferred definition where a reference to it stands, and nowhere else', () => {
    const cache = createPromptCache(createClock(0))
    const schema = { type: 'object' }
    const tools = ['a', 'b'].map(name => ({
      ...{ name, description: LONG, input_schema: schema, defer_loading: true },
    }))
    const total = ({ inputTokens, readTokens, written5mTokens }: CacheOutcome): number =>
      inputTokens + readTokens + written5mTokens
    const plain = send(cache, request([user('one')]))
    const deferred = send(cache, request([user('one')], { tools }))
    expect(total(deferred)).toBe(total(plain))
    expect(deferred).toMatchObject({ readTokens: plain.written5mTokens, miss: null })
    const found: ApiMessage = {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'tool_reference', tool_name: 'a' }] },
      ],
    }
    const more = total(send(cache, request([found], { tools }))) - total(send(cache, request([found])))
    expect(more).toBe(estimateTokens(tools[0]))
  })

  it('writes only what is new when a conversation goes on', () => {
    const cache = createPromptCache(createClock(0))
    const first = send(cache, request([user(LONG, MARK)]))
    const second = send(cache, request([user(LONG), assistant('yes'), user(LONG, MARK)]))
    expect(second.readTokens).toBe(first.written5mTokens)
    expect(second.written5mTokens).toBeGreaterThan(2000)
    expect(second.inputTokens).toBe(0)
  })

  it('forgets after five minutes, or an hour, from the last use', () => {
    for (const [mark, minutes] of [
      [MARK, 5],
      [HOUR, 60],
    ] as const) {
      const clock = createClock(0)
      const cache = createPromptCache(clock)
      const body = request([user('x')], { system: [{ type: 'text', text: LONG, ...mark }] })
      const first = send(cache, body)
      for (let use = 0; use < 3; use++) {
        clock.advance(minutes * 60_000 - 1)
        expect(send(cache, body).readTokens).toBe(first.written5mTokens + first.written1hTokens)
      }
      clock.advance(minutes * 60_000)
      expect(send(cache, body)).toMatchObject({ readTokens: 0, miss: { reason: 'expired' } })
    }
  })

  it('counts what is kept for an hour apart', () => {
    const cache = createPromptCache(createClock(0))
    const body = request([user(LONG, MARK)], { system: [{ type: 'text', text: LONG, ...HOUR }] })
    const { written1hTokens, written5mTokens } = send(cache, body)
    expect(written1hTokens).toBeGreaterThan(2000)
    expect(written5mTokens).toBeGreaterThan(2000)
  })

  it('caches nothing below the minimum of the model', () => {
    const cache = createPromptCache(createClock(0))
    const body = request([user('x', MARK)], { system: 'short' })
    expect(send(cache, body)).toMatchObject({
      readTokens: 0,
      written5mTokens: 0,
      miss: { reason: 'too_short' },
    })
    expect(send(cache, body).readTokens).toBe(0)
  })

  it('looks back twenty blocks from a mark and not further', () => {
    for (const [blocks, isRead] of [
      [19, true],
      [20, false],
    ] as const) {
      const cache = createPromptCache(createClock(0))
      const system = [{ type: 'text' as const, text: LONG }]
      send(cache, request([user(LONG, MARK)], { system }))
      const more = Array.from({ length: blocks }, (_, index) =>
        index % 2 === 0 ? assistant(`a${index}`) : user(`u${index}`, index === blocks - 1 ? MARK : {}),
      )
      const last = more.at(-1) as ApiMessage
      const marked = { ...last, content: [{ type: 'text' as const, text: 'end', ...MARK }] }
      const outcome = send(cache, request([user(LONG), ...more.slice(0, -1), marked], { system }))
      expect(outcome.readTokens > 0).toBe(isRead)
      expect(outcome.miss?.reason).toBe(isRead ? undefined : 'too_far_back')
    }
  })

  it('shows what a request writes only once its answer begins', () => {
    const cache = createPromptCache(createClock(0))
    const target = resolveTarget({ model: MODEL })
    const first = cache.look(request([user('x')]), target)
    const parallel = cache.look(request([user('y')]), target)
    first.write()
    parallel.write()
    expect(parallel.outcome.readTokens).toBe(0)
    expect(send(cache, request([user('z')])).readTokens).toBeGreaterThan(0)
  })

  it.each([
    ['model_changed', {}, { model: 'claude-sonnet-5' }],
    ['system_changed', {}, { system: [{ type: 'text', text: `${LONG}!`, ...MARK }] }],
    ['tools_changed', {}, { tools: [{ name: 'Read', input_schema: { type: 'object' } }] }],
    ['settings_changed', { marked: true }, { tool_choice: { type: 'none' } }],
    ['no_marks', {}, { system: LONG }],
  ] as const)('says that %s', (reason, { marked = false }: { marked?: boolean }, change) => {
    const cache = createPromptCache(createClock(0))
    const messages = [user('x', marked ? MARK : {})]
    const tools = [{ name: 'Write', input_schema: { type: 'object' } }]
    send(cache, request(messages, { tools }))
    expect(send(cache, request(messages, { tools, ...(change as Partial<ApiRequest>) })).miss?.reason).toBe(
      reason,
    )
  })

  it('names the first block that differs, and how', () => {
    const cache = createPromptCache(createClock(0))
    send(cache, request([user(LONG), assistant('It is 10:41 now'), user('x', MARK)]))
    const { miss } = send(cache, request([user(LONG), assistant('It is 10:42 now'), user('x', MARK)]))
    expect(miss).toMatchObject({ reason: 'messages_changed', path: 'messages.1.content.0' })
    expect(miss?.before).toContain('10:41')
    expect(miss?.after).toContain('10:42')
  })

  it('accounts for every token exactly once, whatever is marked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ maxLength: 3000 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
        turns => {
          const cache = createPromptCache(createClock(0))
          const messages = turns.map(([text, isMarked], index) =>
            index % 2 === 0 ? user(`${index}${text}`, isMarked ? MARK : {}) : assistant(`${index}${text}`),
          )
          const body = request(messages)
          for (const outcome of [send(cache, body), send(cache, body)]) {
            const sum =
              outcome.inputTokens + outcome.readTokens + outcome.written5mTokens + outcome.written1hTokens
            const blocks = [
              ...(body.system as object[]),
              ...messages.map(({ role, content }, index) => ({
                ...(index === 0 || messages[index - 1]?.role !== role ? { role } : {}),
                ...(content as object[])[0],
              })),
            ]
            expect(sum).toBe(estimateTokens(blocks))
            expect(outcome.miss).toBe(null)
          }
        },
      ),
    )
  })
})
