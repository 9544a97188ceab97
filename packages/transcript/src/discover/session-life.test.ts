import { describe, expect, it } from 'vitest'
import { findLastTime, isOneOff } from './session-life.ts'

const touched = '2026-11-16T12:00:00.000Z'

describe('findLastTime', () => {
  it('is the time of the last entry, whenever the file was touched', () => {
    expect(findLastTime({ endedAt: '2026-02-03T04:05:06Z', modifiedAt: touched })).toBe(
      '2026-02-03T04:05:06.000Z',
    )
  })

  it('is that of the file where no entry tells one, or one that is still to come', () => {
    expect(findLastTime({ modifiedAt: touched })).toBe(touched)
    expect(findLastTime({ endedAt: '9999-01-01T00:00:00Z', modifiedAt: touched })).toBe(touched)
  })
})

describe('isOneOff', () => {
  it('is one prompt of a program, and no conversation', () => {
    const said = { firstPrompt: 'Summarize.', lastPrompt: 'Summarize.' }
    expect(isOneOff({ entrypoint: 'sdk-cli', ...said })).toBe(true)
    expect(isOneOff({ entrypoint: 'sdk-ts', ...said, lastPrompt: 'And now?' })).toBe(false)
    expect(isOneOff({ entrypoint: 'cli', ...said })).toBe(false)
    expect(isOneOff(said)).toBe(false)
  })
})
