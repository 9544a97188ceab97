import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPlainFile } from './read-plain-file.ts'

let base: string
let root: string
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'antiphon-plain-'))
  root = join(base, 'root')
  mkdirSync(root)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const read = (name: string) => readPlainFile(join(root, name), { root })

describe('readPlainFile', () => {
  it('reads a text, and a link to one inside', async () => {
    writeFileSync(join(root, 'a'), '\uFEFFwörds')
    symlinkSync('a', join(root, 'link'))
    expect([await read('a'), await read('link')]).toEqual([{ text: 'wörds' }, { text: 'wörds' }])
    writeFileSync(join(root, 'empty'), '')
    expect(await read('empty')).toEqual({ text: '' })
  })

  it('says nothing of what is not there, also behind a link', async () => {
    writeFileSync(join(root, 'a'), '')
    symlinkSync('nowhere', join(root, 'link'))
    expect([await read('b'), await read('a/b'), await read('link')]).toEqual([null, null, null])
  })

  it('follows no link out of the root, unless the file is the person’s own', async () => {
    writeFileSync(join(base, 'secret'), 'secret')
    symlinkSync('../secret', join(root, 'link'))
    mkdirSync(join(base, 'folder'))
    writeFileSync(join(base, 'folder', 'file'), 'secret')
    symlinkSync('../folder', join(root, 'folder'))
    for (const name of ['link', 'folder/file'])
      expect(await read(name)).toMatchObject({ problem: expect.stringContaining('leads out of') })
    expect(await readPlainFile(join(root, 'link'), { root: null })).toEqual({ text: 'secret' })
  })

  it.each<[string, (path: string) => unknown, string]>([
    ['a pipe', path => execFileSync('mkfifo', [path]), 'a named pipe'],
    ['a device that never ends', path => symlinkSync('/dev/zero', path), 'a device'],
    ['a terminal', path => symlinkSync('/dev/tty', path), 'a device'],
    ['a folder', path => mkdirSync(path), 'a folder'],
    ['links in a circle', path => symlinkSync(path, path), 'ELOOP'],
    [
      'a file that is far too long',
      path => {
        writeFileSync(path, '')
        truncateSync(path, 8 * 1024 ** 3)
      },
      'larger than',
    ],
    ['a picture', path => writeFileSync(path, '\x89PNG\0\0\0\0'), 'no text'],
  ])('names %s and goes on', async (_, make, what) => {
    make(join(root, 'x'))
    for (const place of [root, null])
      expect(await readPlainFile(join(root, 'x'), { root: place })).toMatchObject({
        problem: expect.stringContaining(what),
      })
  })

  it('names a socket', async () => {
    const server = createServer().listen(join(root, 's'))
    await new Promise(resolve => server.once('listening', resolve))
    expect(await read('s')).toMatchObject({ problem: 'it is a socket, not a file' })
    await new Promise(resolve => server.close(resolve))
  })
})
