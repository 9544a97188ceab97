import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toTranscriptError } from '../transcript-error.ts'
import { makeFolder } from './make-folder.ts'

let base: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'antiphon-folder-'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

describe('a folder', () => {
  it('is made with those above it, for its owner alone', () => {
    makeFolder(join(base, 'a', 'b', 'c'))
    for (const made of ['a', 'a/b', 'a/b/c']) expect(statSync(join(base, made)).mode & 0o777).toBe(0o700)
  })

  it('that is there stays as it is', () => {
    makeFolder(join(base, 'a'), 0o755)
    makeFolder(join(base, 'a'))
    expect(statSync(join(base, 'a')).mode & 0o777).toBe(0o755)
    makeFolder('/')
  })

  it.each([
    { name: 'a file', put: (path: string) => writeFileSync(path, ''), code: 'ENOTDIR' },
    { name: 'a link to nowhere', put: (path: string) => symlinkSync('nowhere', path), code: 'EEXIST' },
  ])('below $name is refused with the system’s reason and the place', ({ put, code }) => {
    const place = join(base, 'place')
    put(place)
    const error = catchError(() => makeFolder(join(place, 'a', 'b')))
    expect(error).toMatchObject({ code, syscall: 'mkdir' })
    const told = toTranscriptError(error, join(place, 'a', 'b', 'log.jsonl'))
    expect(told).toMatchObject({ code: 'not-found' })
    expect(told.message).toContain(place)
    expect(told.message).toContain('make that folder')
  })

  it.skipIf(process.platform !== 'linux')(
    'is refused where the system takes none, without asking for ever',
    () => {
      expect(catchError(() => makeFolder('/proc/none/a/b'))).toMatchObject({
        code: 'ENOENT',
        path: '/proc/none',
      })
    },
  )
})

function catchError(act: () => void): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was refused')
}
