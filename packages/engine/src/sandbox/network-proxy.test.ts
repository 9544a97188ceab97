import { describe, expect, it } from 'vitest'
import { judgeHost } from './network-proxy.ts'

describe('a host that a command wants to reach', () => {
  it.each([
    ['example.org', ['example.org'], [], 'named'],
    ['EXAMPLE.org', ['example.org'], [], 'named'],
    ['api.example.org', ['*.example.org'], [], 'public'],
    ['example.org', ['*.example.org'], [], 'refused'],
    ['evil-example.org', ['example.org', '*.example.org'], [], 'refused'],
    ['example.org.evil.net', ['example.org', '*.example.org'], [], 'refused'],
    ['bad.example.org', ['*.example.org'], ['bad.example.org'], 'refused'],
    ['anything.net', ['*'], [], 'public'],
    ['127.0.0.1', ['*'], [], 'refused'],
    ['[::1]', ['*'], [], 'refused'],
    ['169.254.169.254', ['*'], [], 'refused'],
    ['127.0.0.1', ['127.0.0.1'], [], 'named'],
    ['example.org', [], [], 'refused'],
    ['', ['*'], [], 'refused'],
  ] as const)('%s with %j and %j is %s', (host, allowedDomains, deniedDomains, judgement) => {
    expect(judgeHost(host, { allowedDomains, deniedDomains })).toBe(judgement)
  })
})
