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

  it.each(['no-such-pager', 'no-such-pager -R', 'LESS=R no-such-pager', '/nowhere/less'])(
    'opens none where %j is not installed: the caller prints instead',
    async pager => {
      expect(await openPager({ ...process.env, PAGER: pager })).toBeNull()
    },
  )

  it('opens none where the path has no less', async () => {
    const { PAGER: _, ANTIPHON_PAGER: __, TERM: ___, ...env } = process.env
    expect(await openPager({ ...env, PATH: folder })).toBeNull()
  })

  it('opens what is more than a name, as the shell reads it', async () => {
    const out = join(folder, 'shell.txt')
    const pager = await openPager({ ...process.env, PAGER: `LESS=R cat > '${out}'` })
    await pager?.write('read')
    await pager?.close()
    expect(await readFile(out, 'utf8')).toBe('read')
    const quoted = await openPager({ ...process.env, PAGER: `"cat" > '${out}'` })
    expect(quoted).not.toBeNull()
    await quoted?.close()
  })
})
