import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBuilt } from '../../../scripts/built-mark.mjs'
import { EXECUTABLE } from './spawn-antiphon.ts'

describe('the compiled code of the executable', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'antiphon-code-'))
    const source = dirname(dirname(EXECUTABLE))
    for (const name of ['bin', 'package.json'])
      cpSync(join(source, name), join(folder, name), { recursive: true })
    for (const name of listBuilt(join(source, 'bundle')))
      cpSync(join(source, 'bundle', name), join(folder, 'bundle', name), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const list = (NODE_OPTIONS = ''): string =>
    execFileSync(process.execPath, [join(folder, 'bin/antiphon.js'), 'ls', '--json'], {
      encoding: 'utf8',
      env: { HOME: join(folder, 'home'), CLAUDE_CONFIG_DIR: join(folder, 'sessions'), NODE_OPTIONS },
    })
  const read = (place: string): readonly string[] =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name, parentPath }) => {
        const { mtimeMs, ino } = statSync(join(parentPath, name))
        return `${name} ${mtimeMs} ${ino}`
      })

  it('is kept beside it by the first start, read by the next, and made anew where it is damaged', () => {
    const place = join(folder, 'bundle/code')
    expect(existsSync(place)).toBe(false)
    const first = list()
    const kept = read(place)
    expect(kept.length).toBeGreaterThan(5)
    expect(list()).toBe(first)
    expect(read(place)).toEqual(kept)

    const [version = ''] = readdirSync(place)
    const names = readdirSync(join(place, version)).sort()
    const [flipped = '', cut = ''] = names
    writeFileSync(join(place, version, flipped), Buffer.alloc(5000, 7))
    truncateSync(join(place, version, cut), 3)
    expect(list()).toBe(first)
    const changed = read(place).filter(line => !kept.includes(line))
    expect(changed.map(line => line.split(' ')[0]).sort()).toEqual([flipped, cut])
    // Nothing half-written stays.
    expect(readdirSync(join(place, version)).sort()).toEqual(names)
  })

  // Node 22 and later keep it themselves.
  it.runIf(process.version.startsWith('v20'))(
    'is kept for each set of flags, of which a few stay, and not made anew where they take turns',
    () => {
      const place = join(folder, 'bundle/code')
      const plain = list()
      expect(list('--max-old-space-size=512')).toBe(plain)
      const kept = read(place)
      expect(readdirSync(place)).toHaveLength(2)
      expect([list(), list('--max-old-space-size=512')]).toEqual([plain, plain])
      expect(read(place)).toEqual(kept)
      for (let megabytes = 513; megabytes < 516; megabytes++) list(`--max-old-space-size=${megabytes}`)
      expect(readdirSync(place)).toHaveLength(4)
    },
  )

  it('is kept among the caches of the person where the program’s folder may not be written', () => {
    rmSync(join(folder, 'bundle/code'), { recursive: true, force: true })
    writeFileSync(join(folder, 'bundle/code'), '')
    list()
    expect(read(join(folder, 'home/.cache/antiphon/code')).length).toBeGreaterThan(5)
  })
})
