import { describe, expect, it } from 'vitest'
import { findRoute } from './find-route.ts'

const VERTEX = '/projects/p/locations/europe-west1/publishers/anthropic/models'

describe('findRoute', () => {
  it.each([
    ['/v1/messages', 'anthropic', 'messages', {}],
    ['/v1/messages/count_tokens', 'anthropic', 'count_tokens', {}],
    ['/v1/models', 'anthropic', 'models', {}],
    ['/v1/models/claude-opus-5-5', 'anthropic', 'models', {}],
    ['/model/claude-opus-5-5/invoke', 'bedrock', 'messages', { model: 'claude-opus-5-5', stream: false }],
    [
      '/model/eu.anthropic.claude-opus-5-5-v1:0/invoke-with-response-stream',
      'bedrock',
      'messages',
      { model: 'eu.anthropic.claude-opus-5-5-v1:0', stream: true },
    ],
    [
      '/model/arn%3Aaws%3Abedrock%3Aeu%3A1%3Ainference-profile%2Fx/invoke',
      'bedrock',
      'messages',
      { model: 'arn:aws:bedrock:eu:1:inference-profile/x', stream: false },
    ],
    [
      `${VERTEX}/claude-opus-4-5@20251101:rawPredict`,
      'vertex',
      'messages',
      { model: 'claude-opus-4-5@20251101', stream: false },
    ],
    [
      `/v1${VERTEX}/claude-opus-5-5:streamRawPredict`,
      'vertex',
      'messages',
      { model: 'claude-opus-5-5', stream: true },
    ],
    [`${VERTEX}/count-tokens:rawPredict`, 'vertex', 'count_tokens', {}],
  ])('%s is of %s', (path, platform, endpoint, place) => {
    const route = findRoute(path)
    expect([route?.dialect.platform, route?.endpoint, route?.place]).toEqual([platform, endpoint, place])
  })

  it.each([
    '/',
    '/v1/messages/',
    '/v1/modelsx',
    '/model//invoke',
    '/model/a/b/invoke',
    '/model/%E0%A4%A/invoke',
    '/model/claude-opus-5-5/converse',
    `${VERTEX}/:rawPredict`,
    `${VERTEX}/claude-opus-5-5:predict`,
    '/projects/p/locations/l/publishers/google/models/gemini:rawPredict',
  ])('%s leads nowhere', path => {
    expect(findRoute(path)).toBeNull()
  })
})
