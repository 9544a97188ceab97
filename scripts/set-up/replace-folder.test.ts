import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whyNoMount, withReason } from '../../packages/transcript/test/process/requirements.ts'
import { replaceFolder } from './replace-folder.mjs'

const noMount = whyNoMount()

describe('a folder that is replaced', () => {
  let base: string
  let place: string
  let options: { by: string; old: string }
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'antiphon-replace-'))
    place = join(base, 'place')
    options = { by: join(base, 'by'), old: join(base, 'old') }
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))

  function put(folder: string, text: string): void {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'file'), text)
  }
  const read = (folder: string) => readFileSync(join(folder, 'file'), 'utf8')

  it('is the new one, and the old one stands aside', () => {
    put(place, 'old')
    put(options.by, 'new')
    replaceFolder(place, options)
    expect([read(place), read(options.old), existsSync(options.by)]).toEqual(['new', 'old', false])
  })

  it('comes where none was, and goes where none comes', () => {
    put(options.by, 'new')
    replaceFolder(place, options)
    expect(read(place)).toBe('new')
    replaceFolder(place, options)
    expect([existsSync(place), read(options.old)]).toEqual([false, 'new'])
  })

  it('is as it was where the new one cannot be moved', () => {
    put(place, 'old')
    // It exists, and nobody can move it.
    expect(() => replaceFolder(place, { ...options, by: '/' })).toThrow()
    expect(read(place)).toBe('old')
  })

  it.skipIf(noMount !== null)(withReason('gets new content where somebody mounted it', noMount), () => {
    mkdirSync(place)
    execFileSync('mount', ['-t', 'tmpfs', 'none', place])
    try {
      put(place, 'old')
      put(options.by, 'new')
      replaceFolder(place, options)
      expect(read(place)).toBe('new')
    } finally {
      execFileSync('umount', [place])
    }
  })
})
