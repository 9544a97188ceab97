import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFileSink } from './output-sink.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-sink-'))
  path = join(folder, 'out.md')
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('createFileSink', () => {
  it('shows nothing under its name before it is whole', async () => {
    const sink = await createFileSink(path, { mayReplace: false })
    await sink.write('half ')
    expect(await readdir(folder)).not.toContain('out.md')
    await sink.write('and half')
    await sink.finish()
    expect(await readdir(folder)).toEqual(['out.md'])
    expect(await readFile(path, 'utf8')).toBe('half and half')
  })

  it('leaves nothing behind when it is discarded', async () => {
    const sink = await createFileSink(path, { mayReplace: false })
    await sink.write('half')
    await sink.discard()
    expect(await readdir(folder)).toEqual([])
  })

  it('removes what a killed export to the same place left, and nothing else', async () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const [left, fresh] = [`.out.md.${dead}.0a1b2c3d.tmp`, `.out.md.${dead}.4e5f6a7b.tmp`]
    const others = [
      fresh,
      `.out.md.${process.pid}.0a1b2c3d.tmp`,
      `.other.md.${dead}.0a1b2c3d.tmp`,
      '.out.md.tmp',
    ]
    for (const name of [left, ...others]) {
      await writeFile(join(folder, name), 'half')
      if (name !== fresh) await utimes(join(folder, name), 1, 1)
    }
    const sink = await createFileSink(path, { mayReplace: false })
    await sink.finish()
    expect((await readdir(folder)).toSorted()).toEqual([...others, 'out.md'].toSorted())
  })

  it('keeps the old file until the new one is whole', async () => {
    await writeFile(path, 'old')
    const sink = await createFileSink(path, { mayReplace: true })
    await sink.write('new')
    expect(await readFile(path, 'utf8')).toBe('old')
    await sink.finish()
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  it('replaces no file that came while it wrote', async () => {
    const sink = await createFileSink(path, { mayReplace: false })
    await sink.write('late')
    await writeFile(path, 'precious')
    await expect(sink.finish()).rejects.toMatchObject({ code: 'wrong-use' })
    await sink.discard()
    expect(await readFile(path, 'utf8')).toBe('precious')
    expect(await readdir(folder)).toEqual(['out.md'])
  })
})
