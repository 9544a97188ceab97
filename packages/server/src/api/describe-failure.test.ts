import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFailure } from './describe-failure.ts'

function fail(path: string): unknown {
  try {
    return readFileSync(path)
  } catch (error) {
    return error
  }
}

describe('describeFailure', () => {
  it('says what to do, and names no file', () => {
    const secret = join(import.meta.dirname, 'secret-name')
    const words = describeFailure(fail(secret))
    expect(words).toContain('gone')
    expect(words).not.toContain('secret')
    expect(describeFailure(fail(join(import.meta.filename, 'below-a-file')))).toBe(words)
  })

  it('has words for anything', () => {
    for (const error of [new Error('/home/me/secret'), 'thrown', null])
      expect(describeFailure(error)).toBe('The server could not answer.')
  })
})
