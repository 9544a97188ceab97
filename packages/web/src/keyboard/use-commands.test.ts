import { describe, expect, it } from 'vitest'
import { COMMAND_KEYS, setOwnKeys, toCommand } from './use-commands.ts'

const press = { isTyping: false, isModified: false }

describe('toCommand', () => {
  it('knows small from capital', () => {
    expect(toCommand({ ...press, key: 'g' })).toBe('first')
    expect(toCommand({ ...press, key: 'G' })).toBe('last')
    expect(toCommand({ ...press, key: 'x' })).toBe('foldTurn')
    expect(toCommand({ ...press, key: 'X' })).toBe('foldTurns')
    expect(toCommand({ ...press, key: 'q' })).toBeUndefined()
  })
  it('has no key twice, and takes the keys that a person chose', () => {
    expect(new Set(Object.values(COMMAND_KEYS)).size).toBe(Object.keys(COMMAND_KEYS).length)
    setOwnKeys({ foldTurn: 'z' })
    expect(toCommand({ ...press, key: 'z' })).toBe('foldTurn')
    expect(toCommand({ ...press, key: 'x' })).toBeUndefined()
    setOwnKeys({})
  })
  it('takes Home and End for the beginning and the end, which of a long list the browser does not know', () => {
    expect(toCommand({ ...press, key: 'Home' })).toBe('first')
    expect(toCommand({ ...press, key: 'End' })).toBe('last')
    expect(toCommand({ ...press, isTyping: true, key: 'Home' })).toBeUndefined()
  })
  it('leaves typing alone, except for Escape', () => {
    expect(toCommand({ ...press, isTyping: true, key: 'j' })).toBeUndefined()
    expect(toCommand({ ...press, isTyping: true, key: 'Escape' })).toBe('close')
  })
  it('leaves the browser its own keys', () => {
    expect(toCommand({ ...press, isModified: true, key: 'j' })).toBeUndefined()
  })
})
