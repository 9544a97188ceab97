import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeLink } from './link-view.tsx'

describe('judgeLink', () => {
  it('lets web pages and mailboxes through, with their host', () => {
    expect(judgeLink('https://example.org/a?b#c')).toEqual({
      kind: 'open',
      href: 'https://example.org/a?b#c',
      host: 'example.org',
    })
    expect(judgeLink('mailto:a@example.org')).toMatchObject({ kind: 'open', host: 'a@example.org' })
  })
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:http://a/b',
    'view-source:http://a',
    '//evil.example/x',
    '/api/sessions',
    '../x',
    '#/session/x',
    'https://example.org@evil.example/',
    'https://user:word@evil.example/',
    'http://',
    '',
  ])('refuses %j', address => {
    expect(judgeLink(address).kind).toBe('refused')
  })
  it('opens nothing but what it allows, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const link = judgeLink(text)
        if (link.kind === 'open') expect(link.href).toMatch(/^(?:https?:\/\/|mailto:)/)
      }),
    )
  })
})
