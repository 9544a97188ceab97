import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyBackups, toBackupFolder } from './copy-backups.ts'

const root = mkdtempSync(join(tmpdir(), 'antiphon-backups-'))
afterAll(() => rmSync(root, { recursive: true }))

describe('copyBackups', () => {
  it('gives a copy all that was kept, and no links', async () => {
    const [from, to] = [toBackupFolder(root, 'one'), toBackupFolder(root, 'two')]
    mkdirSync(from, { recursive: true })
    writeFileSync(join(from, 'a@v1'), 'first')
    writeFileSync(join(from, 'a@v2'), 'second')
    symlinkSync('/etc/hosts', join(from, 'b@v1'))
    await copyBackups(from, to)
    expect(readdirSync(to)).toEqual(['a@v1', 'a@v2'])
    expect(readFileSync(join(to, 'a@v2'), 'utf8')).toBe('second')
  })

  it('makes no folder where nothing was kept', async () => {
    await copyBackups(toBackupFolder(root, 'none'), toBackupFolder(root, 'three'))
    expect(readdirSync(join(root, 'file-history')).sort()).toEqual(['one', 'two'])
  })
})
