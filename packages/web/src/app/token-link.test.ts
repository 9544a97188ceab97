import { describe, expect, it } from 'vitest'
import { readToken, takeToken } from './token-link.ts'

describe('takeToken', () => {
  it('takes the token out of the query', () => {
    expect(takeToken('http://127.0.0.1:1/?token=abc#/session/x')).toEqual({
      token: 'abc',
      rest: 'http://127.0.0.1:1/#/session/x',
    })
  })
  it('takes the token out of the hash', () => {
    expect(takeToken('http://127.0.0.1:1/#token=a%2Fb')).toEqual({
      token: 'a/b',
      rest: 'http://127.0.0.1:1/',
    })
  })
  it('keeps the place to which the link leads', () => {
    expect(takeToken('http://127.0.0.1:1/#token=abc&route=/session/a.b')?.rest).toBe(
      'http://127.0.0.1:1/#/session/a.b',
    )
  })
  it('finds none where there is none', () => {
    expect(takeToken('http://127.0.0.1:1/#/session/token=abc')).toBeUndefined()
  })
})

describe('readToken', () => {
  it('takes a token as it is typed, or out of a link', () => {
    expect(readToken(' abc ')).toBe('abc')
    expect(readToken('http://127.0.0.1:1/#token=a%2Fb&route=/chat\n')).toBe('a/b')
    expect(readToken('http://127.0.0.1:1/?token=abc')).toBe('abc')
  })
  it('leaves alone what is neither', () => {
    expect(readToken('http://127.0.0.1:1/')).toBe('http://127.0.0.1:1/')
    expect(readToken('a:b')).toBe('a:b')
  })
})
