import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'
import { nodeDisk } from './node-disk.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-disk-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('nodeDisk', () => {
  it.skipIf(process.platform !== 'linux')('ends where nobody may make a folder', () => {
    expect(() => makeFolder('/proc/antiphon')).toThrow(/ENOENT/)
    expect(() => makeFolder('/proc/antiphon/a/b')).toThrow(/ENOENT/)
  })

  it('makes folders beside who makes the same, and says where a file is in the way', () => {
    makeFolder(join(root, 'a', 'b'))
    makeFolder(join(root, 'a', 'b'))
    writeFileSync(join(root, 'file'), '')
    expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/)
    expect(() => makeFolder(join(root, 'file', 'a', 'b'))).toThrow(/ENOTDIR/)
  })

  it('creates folders and file for their owner alone, and asks to sync every name on the way', async () => {
    const path = join(root, 'a', 'b', 'log.jsonl')
    const { file, foldersToSync } = nodeDisk.openForAppend(path)
    file.close()
    expect(foldersToSync.slice(0, 3)).toEqual([join(root, 'a', 'b'), join(root, 'a'), root])
    for (const folder of foldersToSync) await nodeDisk.syncFolder(folder)
    if (process.platform === 'win32') return
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('asks again for the names of a file that holds nothing yet: whoever made it may have died before', () => {
    const path = join(root, 'a', 'log.jsonl')
    nodeDisk.openForAppend(path).file.close()
    const { file, foldersToSync } = nodeDisk.openForAppend(path)
    expect(foldersToSync).toContain(root)
    file.append([Buffer.from('x\n')])
    file.close()
    const again = nodeDisk.openForAppend(path)
    again.file.close()
    expect(again.foldersToSync).toEqual([dirname(path)])
  })

  it('asks for the folders that really hold the names, behind links', () => {
    mkdirSync(join(root, 'real'))
    symlinkSync(join(root, 'real'), join(root, 'link'), 'dir')
    const { file, foldersToSync } = nodeDisk.openForAppend(join(root, 'link', 'a', 'log.jsonl'))
    file.close()
    expect(foldersToSync).toContain(join(root, 'real'))
  })

  it('appends several buffers behind what is there, also more than one call of the system takes', async () => {
    const path = join(root, 'log.jsonl')
    writeFileSync(path, 'old\n')
    const { file } = nodeDisk.openForAppend(path)
    expect(file.lastByte()).toBe(0x0a)
    const lines = Array.from({ length: 3000 }, (_, index) => Buffer.from(`${index}\n`))
    expect(file.append(lines)).toBe(Buffer.concat(lines).length)
    await file.syncData()
    expect(file.size()).toBe(statSync(path).size)
    expect(readFileSync(path, 'utf8')).toBe(`old\n${Buffer.concat(lines)}`)
    file.close()
  })

  it('knows an empty file, and a file from the one that took its place', () => {
    const path = join(root, 'log.jsonl')
    const { file } = nodeDisk.openForAppend(path)
    expect(file.lastByte()).toBeNull()
    expect(nodeDisk.identify(path)).toEqual(file.identify())
    writeFileSync(join(root, 'other'), '')
    renameSync(join(root, 'other'), path)
    expect(nodeDisk.identify(path)?.inode).not.toBe(file.identify().inode)
    rmSync(path)
    expect(nodeDisk.identify(path)).toBeNull()
    file.close()
  })

  it('fails with the code of the system', async () => {
    const path = join(root, 'log.jsonl')
    writeFileSync(path, '')
    expect(() => nodeDisk.openForAppend(join(path, 'below'))).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/ENOTDIR|EEXIST|ENOENT/) }),
    )
    if (process.platform !== 'win32')
      await expect(nodeDisk.syncFolder(join(root, 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
