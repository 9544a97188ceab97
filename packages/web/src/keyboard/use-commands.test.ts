import { describe, expect, it } from 'vitest'
import { toCommand } from './use-commands.ts'

const press = { isTyping: false, isModified: false }

describe('toCommand', () => {
  it('knows small from capital', () => {
    expect(toCommand({ ...press, key: 'g' })).toBe('first')
    expect(toCommand({ ...press, key: 'G' })).toBe('last')
    expect(toCommand({ ...press, key: 'x' })).toBeUndefined()
  })
  it('leaves typing alone, except for Escape', () => {
    expect(toCommand({ ...press, isTyping: true, key: 'j' })).toBeUndefined()
    expect(toCommand({ ...press, isTyping: true, key: 'Escape' })).toBe('close')
  })
  it('leaves the browser its own keys', () => {
    expect(toCommand({ ...press, isModified: true, key: 'j' })).toBeUndefined()
  })
})
