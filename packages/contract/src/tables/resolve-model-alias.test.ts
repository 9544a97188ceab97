import { describe, expect, it } from 'vitest'
import { MODELS } from './models.ts'
import { findNewestModel, resolveModelAlias } from './resolve-model-alias.ts'

describe('resolveModelAlias', () => {
  it.each([
    ['inherit', 'any-model', 'any-model'],
    ['default', 'any-model', 'any-model'],
    ['sonnet', 'claude-opus-5-5', 'claude-sonnet-5-5'],
    ['Opus', 'claude-haiku-4-5', 'claude-opus-5-5'],
    ['haiku', 'claude-opus-5-5', 'claude-haiku-5-5'],
    ['sonnet[1m]', 'claude-opus-5-5', 'claude-sonnet-5-5[1m]'],
    ['claude-opus-4-5-20251101', 'claude-opus-5-5', 'claude-opus-4-5-20251101'],
    ['somebody-elses-model', 'claude-opus-5-5', 'somebody-elses-model'],
    ['', 'claude-opus-5-5', ''],
  ])('takes %j beside %s for %s', (name, current, expected) => {
    expect(resolveModelAlias(name, current)).toBe(expected)
  })

  it('stays with the model of the conversation where it is of the family, in its platform’s spelling', () => {
    const current = 'us.anthropic.claude-opus-4-5-20251101-v1:0'
    expect(resolveModelAlias('opus', current)).toBe(current)
    expect(resolveModelAlias('opus[1m]', current)).toBe('claude-opus-5-5[1m]')
  })

  it('gives models that are known', () => {
    for (const family of ['opus', 'sonnet', 'haiku']) expect(MODELS).toHaveProperty(findNewestModel(family))
    expect(findNewestModel('nothing')).toBe('nothing')
  })
})
