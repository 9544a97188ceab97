import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSessionLink, parseSessionLink } from './session-link.ts'

const name = fc.stringMatching(/^[\w.%? -]{4,40}$/).filter(text => !/\s/.test(text) && !/^\.+$/.test(text))

describe('links of sessions', () => {
  it('are read as they were written, whatever the names are', () => {
    const link = fc.record(
      { session: name, agent: name, place: fc.stringMatching(/^[\w@#/ %-]{1,40}$/) },
      { requiredKeys: ['session'] },
    )
    fc.assert(
      fc.property(link, one => {
        expect(parseSessionLink(formatSessionLink(one))).toEqual(one)
      }),
    )
  })

  it('may be an id alone, with or without a message', () => {
    expect(parseSessionLink('350d4477')).toEqual({ session: '350d4477' })
    expect(parseSessionLink('350d4477#lamp-1')).toEqual({ session: '350d4477', place: 'lamp-1' })
  })

  it.each([
    '',
    'abc',
    '../../etc/passwd',
    '....',
    'antiphon://session/',
    'antiphon://session/a b c d',
    '%E0%A4%A',
  ])('are not %j', text => expect(parseSessionLink(text)).toBeNull())

  it('lead to no other folder', () => {
    const hostile = ['antiphon://session/%2e%2e%2f%2e%2e%2fetc', 'antiphon://session/good-id/..%2f..%2fother']
    for (const text of hostile) expect(parseSessionLink(text)).toBeNull()
  })
})
