import { describe, expect, it } from 'vitest'
import { createColourMemory } from './create-colour-memory.ts'

describe('createColourMemory', () => {
  it('tells what is known, what has no colours, and what nobody asked', () => {
    const memory = createColourMemory()
    memory.keep({ code: 'a', language: 'go' }, ['a'])
    memory.keep({ code: 'b', language: 'go' }, undefined)
    expect(memory.recall({ code: 'a', language: 'go' })).toEqual(['a'])
    expect(memory.recall({ code: 'b', language: 'go' })).toBeNull()
    expect(memory.recall({ code: 'a', language: 'css' })).toBeUndefined()
  })
  it('holds no more than it may, the latest first', () => {
    const memory = createColourMemory(40)
    for (const code of ['1234567890', 'abcdefghij', 'ABCDEFGHIJ', 'x'.repeat(12)])
      memory.keep({ code, language: 'go' }, [code])
    expect(memory.recall({ code: '1234567890', language: 'go' })).toBeUndefined()
    expect(memory.recall({ code: 'x'.repeat(12), language: 'go' })).toBeDefined()
    memory.keep({ code: 'y'.repeat(100), language: 'go' }, undefined)
    expect(memory.recall({ code: 'x'.repeat(12), language: 'go' })).toBeUndefined()
  })
})
