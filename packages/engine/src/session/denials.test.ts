import { describe, expect, it } from 'vitest'
import { createDenials } from './denials.ts'

const denial = (text: string): Parameters<ReturnType<typeof createDenials>['add']>[0] => ({
  tool_name: 'Echo',
  tool_use_id: 'any',
  tool_input: { text },
})
const call = (text: string): { toolName: string; input: { text: string } } => ({
  toolName: 'Echo',
  input: { text },
})

describe('createDenials', () => {
  it('tells each refusal once', () => {
    const denials = createDenials()
    denials.add(denial('a'))
    expect(denials.take()).toEqual([denial('a')])
    expect(denials.take()).toEqual([])
  })

  it('knows a call that was refused until it is made good', () => {
    const denials = createDenials()
    denials.add(denial('a'))
    denials.take()
    expect([denials.has(call('a')), denials.has(call('b'))]).toEqual([true, false])
    expect(denials.makeGood(call('a'))).toBe(true)
    expect(denials.makeGood(call('a'))).toBe(false)
  })

  it('forgets the oldest of very many', () => {
    const denials = createDenials()
    for (let n = 0; n < 5_000; n++) denials.add(denial(String(n)))
    expect([denials.has(call('0')), denials.has(call('4999'))]).toEqual([false, true])
    expect(denials.take().length).toBeLessThan(2_000)
  })
})
