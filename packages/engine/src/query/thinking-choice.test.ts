import { type ApiRequest, checkApiContract, MODELS } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ThinkingChoice, withThinking } from './thinking-choice.ts'

const request = (
  model: string,
  messages: ApiRequest['messages'] = HELLO,
  max_tokens = 32_000,
): ApiRequest => ({
  model,
  max_tokens,
  messages,
  tools: [{ name: 'Read', description: 'reads', input_schema: { type: 'object' } }],
})

const HELLO: ApiRequest['messages'] = [{ role: 'user', content: 'hello' }]
const OPEN_LOOP: ApiRequest['messages'] = [
  ...HELLO,
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Read', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }] },
]

describe('withThinking', () => {
  it('never makes a request that the model refuses', () => {
    const choices: fc.Arbitrary<ThinkingChoice> = fc.record(
      {
        type: fc.constantFrom('default', 'adaptive', 'enabled', 'disabled'),
        budgetTokens: fc.double({ noNaN: true }),
        display: fc.constantFrom('summarized', 'omitted'),
      },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(
        choices,
        fc.constantFrom(...Object.keys(MODELS), 'claude-of-tomorrow'),
        fc.constantFrom(HELLO, OPEN_LOOP),
        fc.constantFrom(1, 1024, 1025, 4096),
        (choice, model, messages, maxTokens) => {
          const plain = request(model, messages, maxTokens)
          const before = checkApiContract(plain, { model }).map(({ rule }) => rule)
          const after = checkApiContract(withThinking(plain, choice), { model })
          expect(after.filter(({ rule }) => !before.includes(rule))).toEqual([])
        },
      ),
    )
  })

  it('asks each model in the way that it understands', () => {
    const ask = (model: string, choice: ThinkingChoice): unknown =>
      withThinking(request(model), choice).thinking
    expect(ask('claude-haiku-4-5', { type: 'enabled', budgetTokens: 4000 })).toEqual({
      type: 'enabled',
      budget_tokens: 4000,
    })
    expect(ask('claude-haiku-4-5', { type: 'enabled', budgetTokens: 10 })).toMatchObject({
      budget_tokens: 1024,
    })
    expect(ask('claude-haiku-4-5', { type: 'enabled', budgetTokens: 1e9 })).toMatchObject({
      budget_tokens: 31_999,
    })
    expect(ask('claude-opus-5-5', { type: 'enabled', budgetTokens: 4000 })).toEqual({ type: 'adaptive' })
    expect(ask('claude-opus-5-5', { type: 'disabled' })).toBe(undefined)
    expect(ask('claude-haiku-4-5', { type: 'disabled' })).toEqual({ type: 'disabled' })
    expect(ask('claude-opus-5-5', { type: 'default' })).toBe(undefined)
    expect(ask('claude-opus-5-5', { type: 'default', display: 'summarized' })).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
  })

  it('leaves a tool loop that began without thinking as it is', () => {
    const choice = { type: 'enabled', budgetTokens: 2048 } as const
    expect(withThinking(request('claude-haiku-4-5', OPEN_LOOP), choice).thinking).toBe(undefined)
    expect(withThinking(request('claude-haiku-4-5'), choice).thinking).toBeDefined()
  })
})
