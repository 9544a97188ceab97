import { MODELS } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { formatModel } from './format-model.ts'

describe('formatModel', () => {
  it.each([
    ['claude-opus-4-5-20251101', 'Opus 4.5'],
    ['claude-opus-5-5', 'Opus 5.5'],
    ['claude-sonnet-4-20250514', 'Sonnet 4'],
    ['claude-3-5-sonnet-20241022', 'Sonnet 3.5'],
    ['claude-3-haiku-20240307', 'Haiku 3'],
    ['claude-3-7-sonnet-latest', 'Sonnet 3.7'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'Sonnet 4.5'],
    ['claude-opus-4-1@20250805', 'Opus 4.1'],
    ['claude-sonnet-4-5[1m]', 'Sonnet 4.5 (1m)'],
    ['gpt-5-codex', 'gpt-5-codex'],
    ['<synthetic>', '<synthetic>'],
    ['antiphon-demo', 'Demo'],
    ['', ''],
  ])('%s is %s', (id, name) => {
    expect(formatModel(id)).toBe(name)
  })

  it('gives every known model of the family a name of its own', () => {
    const ids = Object.keys(MODELS)
    expect(new Set(ids.map(formatModel)).size).toBe(ids.length)
    expect(ids.filter(id => formatModel(id) === id && id.startsWith('claude-'))).toEqual([])
  })
})
