import { describe, expect, it } from 'vitest'
import { normalizeToolInputForAPI, toolMatchesName } from './tools.ts'

describe('toolMatchesName', () => {
  it.each([
    ['Read', true],
    ['View', true],
    ['read', false],
    ['', false],
  ])('says of %j: %s', (name, expected) => {
    expect(toolMatchesName({ name: 'Read', aliases: ['View'] }, name)).toBe(expected)
  })

  it('knows a tool without earlier names', () => {
    expect(toolMatchesName({ name: 'Read' }, 'Read')).toBe(true)
  })
})

describe('normalizeToolInputForAPI', () => {
  it('takes the plan off ExitPlanModeV2 (seed 001)', () => {
    const input = { plan: '# Plan', planFilePath: '/p', allowedPrompts: [] }
    expect(normalizeToolInputForAPI({ name: 'ExitPlanModeV2' }, input)).toEqual({ allowedPrompts: [] })
    expect(input).toHaveProperty('plan')
  })

  it('takes off what a tool says is its own', () => {
    const tool = { name: 'Edit', internalInputFields: ['_diff'] }
    expect(normalizeToolInputForAPI(tool, { _diff: 1, path: 'a' })).toEqual({ path: 'a' })
  })

  it.each(['Read', 'constructor', '__proto__'])('gives the input of %s back itself', name => {
    const input = { plan: 'the word is not ours here' }
    expect(normalizeToolInputForAPI({ name }, input)).toBe(input)
  })

  it('gives an input without such fields back itself', () => {
    const input = { allowedPrompts: [] }
    expect(normalizeToolInputForAPI({ name: 'ExitPlanModeV2' }, input)).toBe(input)
  })
})
