import { describe, expect, it } from 'vitest'
import { findLoneSurrogates } from './lone-surrogates.ts'

describe('findLoneSurrogates', () => {
  it('names the place and the character of the body', () => {
    const value = { a: ['x', { b: 'ok\ud83d!' }], n: 12 }
    const character = JSON.stringify(value).indexOf('\\ud83d')
    expect(findLoneSurrogates(value)).toEqual([{ path: 'a.1.b', character }])
  })

  it('counts everything that comes before', () => {
    const value = { 'k"': null, list: [true, 1.25, 'é\n', []], bad: ['\ude00'] }
    const character = JSON.stringify(value).indexOf('\\ude00')
    expect(findLoneSurrogates(value)).toEqual([{ path: 'bad.0', character }])
  })

  it('finds it in keys', () => {
    expect(findLoneSurrogates({ '\ud83d': 1 })).toEqual([{ path: '\ud83d', character: 2 }])
  })

  it('finds nothing in whole pairs', () => {
    expect(findLoneSurrogates({ '😀': ['😀'] })).toEqual([])
  })
})
