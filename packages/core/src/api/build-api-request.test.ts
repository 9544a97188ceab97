import { checkApiContract } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { log, text, user } from '../testing/history-builder.ts'
import { buildApiRequest } from './build-api-request.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

const MESSAGES = normalizeMessagesForAPI(log(user('hello')))
const TOOL = { name: 'Read', input_schema: { type: 'object' } }

describe('buildApiRequest', () => {
  it('says nothing of the log: role and content only', () => {
    expect(buildApiRequest(MESSAGES, { cache: false })).toEqual({
      model: 'claude-opus-5-5',
      max_tokens: expect.any(Number),
      messages: [{ role: 'user', content: [text('hello')] }],
    })
  })

  it('puts prompt and tools around the messages, and marks them', () => {
    const request = buildApiRequest(MESSAGES, { system: 'Be brief.', tools: [TOOL], maxTokens: 5 })
    expect(request).toMatchObject({
      max_tokens: 5,
      system: [{ ...text('Be brief.'), cache_control: { type: 'ephemeral' } }],
      tools: [{ ...TOOL, cache_control: { type: 'ephemeral' } }],
    })
    expect(checkApiContract(request)).toEqual([])
  })

  it.each(['', '  ', '\n'])('leaves out a prompt that says nothing: %j', system => {
    const request = buildApiRequest(MESSAGES, { system, tools: [] })
    expect(request).not.toHaveProperty('system')
    expect(request).not.toHaveProperty('tools')
    expect(checkApiContract(request)).toEqual([])
  })

  it.each(['claude-opus-5-5', 'claude-haiku-4-5', 'gpt-nonsense'])(
    'asks %s for no more tokens than it has',
    model => {
      const request = buildApiRequest(MESSAGES, { model })
      expect(request.model).toBe(model)
      const broken = checkApiContract(request).map(({ rule }) => rule)
      expect(broken.filter(rule => rule.startsWith('TOK'))).toEqual([])
    },
  )

  it('sends a prompt that UTF-8 can carry', () => {
    expect(buildApiRequest([], { system: 'half \ud83d', cache: false }).system).toEqual([
      { type: 'text', text: 'half \ufffd' },
    ])
  })
})
