import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choosePager, openPager } from './open-pager.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-pager-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('choosePager', () => {
  it.each([
    [{}, 'less'],
    [{ PAGER: 'more' }, 'more'],
    [{ PAGER: 'more', ANTIPHON_PAGER: 'less -S' }, 'less -S'],
    [{ PAGER: 'cat' }, null],
    [{ PAGER: '' }, null],
    [{ TERM: 'dumb' }, null],
  ])('of %j is %j', (env, pager) => {
    expect(choosePager(env)).toBe(pager)
  })
})

describe('openPager', () => {
  it('hands a program all that is written, and waits for it', async () => {
    const out = join(folder, 'read.txt')
    const pager = await openPager({ ...process.env, PAGER: `cat > '${out}'` })
    for (let line = 0; line < 2000; line++) await pager?.write(`line ${line} of what is read\n`)
    await pager?.close()
    expect((await readFile(out, 'utf8')).split('\n')).toHaveLength(2001)
  })

  it('goes on when the reader leaves early', async () => {
    const pager = await openPager({ ...process.env, PAGER: 'head -c 1 > /dev/null' })
    for (let line = 0; line < 5000; line++) await pager?.write(`line ${line} of what nobody reads\n`)
    await pager?.close()
  })
})
