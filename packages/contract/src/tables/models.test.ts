import { describe, expect, it } from 'vitest'
import { canonicalModelName, MODELS, modelFacts } from './models.ts'

describe('canonicalModelName', () => {
  it.each([
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-opus-4-5@20251101', 'claude-opus-4-5'],
    ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'claude-opus-4-5'],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet'],
    ['claude-3-5-haiku-20241022', 'claude-3-5-haiku'],
    ['claude-sonnet-4-20250514', 'claude-sonnet-4'],
    ['claude-sonnet-4-0', 'claude-sonnet-4'],
    ['claude-sonnet-4-5[1m]', 'claude-sonnet-4-5'],
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    [
      'arn:aws:bedrock:eu-west-1:1:inference-profile/eu.anthropic.claude-sonnet-4-20250514-v1:0',
      'claude-sonnet-4',
    ],
    ['Claude-Opus-4-1-20250805', 'claude-opus-4-1'],
    ['glm-4.7', 'glm-4-7'],
    ['', ''],
  ])('reads %s as %s', (name, canonical) => {
    expect(canonicalModelName(name)).toBe(canonical)
  })

  it('leaves a canonical name alone', () => {
    for (const name of Object.keys(MODELS)) expect(canonicalModelName(name)).toBe(name)
  })
})

describe('modelFacts', () => {
  it('knows the models of real transcripts', () => {
    expect(modelFacts('claude-opus-4-20250514')).toMatchObject({
      maxOutput: 32000,
      prefill: true,
      mediaLimit: 100,
    })
    expect(modelFacts('claude-3-5-haiku-20241022').usdPerMTok?.cacheRead).toBe(0.08)
    expect(modelFacts('claude-3-7-sonnet-20250219').usdPerMTok).toBeNull()
  })

  it('takes a model that it does not know for the newest and strictest', () => {
    expect(modelFacts('claude-unheard-of-9')).toMatchObject({
      prefill: false,
      prefixCheck: true,
      usdPerMTok: null,
    })
  })

  it('finds nothing under the names that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(modelFacts(name)).toBe(modelFacts('claude-unheard-of-9'))
    }
  })

  it('stores prices in which reading the cache is the cheapest way to read', () => {
    for (const { usdPerMTok } of Object.values(MODELS)) {
      if (usdPerMTok === null) continue
      expect(usdPerMTok.cacheRead).toBeLessThan(usdPerMTok.input)
      expect(usdPerMTok.cacheWrite5m).toBeLessThan(usdPerMTok.cacheWrite1h)
    }
  })
})
