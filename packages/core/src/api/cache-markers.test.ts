import type { ApiMessage, ApiRequest, ApiTool } from '@antiphon/contract'
import { checkApiContract } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { answer, call, log, result, text, thinking, user } from '../testing/history-builder.ts'
import { buildApiRequest } from './build-api-request.ts'
import { placeCacheMarkers } from './cache-markers.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

const MARK = { type: 'ephemeral' } as const

function tool(name: string, fields: Partial<ApiTool> = {}): ApiTool {
  return { name, input_schema: { type: 'object' }, ...fields }
}

function request(messages: readonly unknown[], fields: Partial<ApiRequest> = {}): ApiRequest {
  return { model: 'claude-opus-5-5', max_tokens: 1000, messages: messages as ApiMessage[], ...fields }
}

/** The places of all marks, in the order of the request. */
function marks(marked: ApiRequest): string[] {
  const places: string[] = []
  JSON.stringify(marked, function (this: unknown, key, value) {
    if (key === 'cache_control') places.push(JSON.stringify(this))
    return value
  })
  return places
}

const SPOKEN = [
  { role: 'user', content: [text('one')] },
  { role: 'assistant', content: [text('two')] },
  { role: 'user', content: [text('three')] },
  { role: 'assistant', content: [call('t')] },
  { role: 'user', content: [result('t'), text('five')] },
]

describe('placeCacheMarkers', () => {
  it('marks the ends of the tools, the prompt, this request and the one before', () => {
    const marked = placeCacheMarkers(
      request(SPOKEN, { tools: [tool('a'), tool('b')], system: [text('s1'), text('s2')] }),
    )
    expect(marked.tools).toEqual([tool('a'), tool('b', { cache_control: MARK })])
    expect(marked.system).toEqual([text('s1'), { ...text('s2'), cache_control: MARK }])
    expect(marked.messages.map(message => JSON.stringify(message).includes('cache_control'))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ])
    expect(marked.messages[4]?.content).toEqual([result('t'), { ...text('five'), cache_control: MARK }])
    expect(marks(marked)).toHaveLength(4)
    expect(checkApiContract(marked)).toEqual([])
  })

  it('marks, turn after turn, the very block that ended the request before', () => {
    const history = log(
      user('a'),
      answer('m1', [call('t1')]),
      user([result('t1', 'r1')]),
      answer('m2', [text('b'), call('t2'), call('t3')]),
      user([result('t2', 'r2')]),
      user([result('t3', 'r3')]),
      answer('m3', 'c'),
      user('d'),
    )
    let last: string | undefined
    for (const end of [1, 3, 6, 8]) {
      const sent = buildApiRequest(normalizeMessagesForAPI(history.slice(0, end)))
      const places = marks(sent)
      if (last !== undefined) expect(places).toContain(last)
      last = places.at(-1)
      expect(JSON.stringify(sent.messages.at(-1))).toContain(last)
    }
  })

  it('never marks thinking, a change of model or blank text', () => {
    const marked = placeCacheMarkers(
      request([
        { role: 'user', content: [text('a'), text(' '), thinking(), { type: 'fallback' }] },
        { role: 'user', content: [text('\n')] },
      ]),
    )
    expect(marks(marked)).toEqual([JSON.stringify({ ...text('a'), cache_control: MARK })])
  })

  it('passes over tools that are loaded later', () => {
    const later = tool('b', { defer_loading: true })
    expect(placeCacheMarkers(request([], { tools: [tool('a'), later] })).tools).toEqual([
      tool('a', { cache_control: MARK }),
      later,
    ])
    expect(placeCacheMarkers(request([], { tools: [later] })).tools).toEqual([later])
  })

  it('leaves a prompt and messages that are strings', () => {
    const plain = request([{ role: 'user', content: 'x' }], { system: 's' })
    expect(placeCacheMarkers(plain)).toEqual(plain)
  })

  it('takes the place of marks on tools and prompt that somebody else set', () => {
    const tools = ['a', 'b', 'c', 'd'].map(name => tool(name, { cache_control: { ...MARK, ttl: '1h' } }))
    const marked = placeCacheMarkers(
      request(SPOKEN, { tools, system: [{ ...text('s'), cache_control: MARK }, text('t')] }),
    )
    expect(marks(marked)).toHaveLength(4)
    expect(checkApiContract(marked)).toEqual([])
  })

  it('sets the mark that it is given', () => {
    const marked = placeCacheMarkers(request(SPOKEN), { type: 'ephemeral', ttl: '1h' })
    expect(marks(marked).every(place => place.includes('"ttl":"1h"'))).toBe(true)
  })

  it('changes nothing of the request that it was given', () => {
    const given = request(SPOKEN, { tools: [tool('a')], system: [text('s')] })
    const before = structuredClone(given)
    placeCacheMarkers(given)
    expect(given).toEqual(before)
  })
})
