import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSettingsFile } from './change-settings-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('changeSettingsFile', () => {
  it('keeps what another process wrote meanwhile', async () => {
    const file = join(folder, 'settings.json')
    writeFileSync(file, 'one\n', { mode: 0o640 })
    let calls = 0
    const problem = await changeSettingsFile({ file, root: null }, text => {
      if (calls++ === 0) writeFileSync(file, 'one\ntheirs\n')
      return { text: `${text}ours\n` }
    })
    expect(problem).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('one\ntheirs\nours\n')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })

  it('makes a file that is not there, and leaves one alone that others change all the time', async () => {
    const made = join(folder, 'new', 'settings.json')
    expect(await changeSettingsFile({ file: made, root: folder }, () => ({ text: 'new' }))).toBeNull()
    expect(readFileSync(made, 'utf8')).toBe('new')
    let length = 1
    const problem = await changeSettingsFile({ file: made, root: folder }, () => {
      writeFileSync(made, 'x'.repeat(length++ + 10))
      return { text: 'ours' }
    })
    expect(problem).toMatchObject({ file: made, what: expect.stringContaining('change') })
    expect(readFileSync(made, 'utf8')).toMatch(/^x+$/)
  })
})
