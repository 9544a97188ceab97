import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { keepOnly, listBuilt } from './built-mark.mjs'
import { bundle } from './bundle.mjs'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-bundle-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds a program with a part that it loads later; gives the name of that part. */
async function build(words: string): Promise<string> {
  const program = join(folder, 'program.ts')
  writeFileSync(join(folder, 'later.ts'), `export const words: string = ${JSON.stringify(words)}\n`)
  writeFileSync(program, `void import('./later.ts').then(({ words }) => console.log(words))\n`)
  await bundle(join(folder, 'out'), { main: program })
  return listBuilt(join(folder, 'out')).find((name: string) => name.startsWith('later-')) ?? ''
}

const built = (): readonly string[] =>
  readdirSync(join(folder, 'out'))
    .filter(name => name !== '.built' && name !== 'package.json' && !name.startsWith('rolldown-runtime'))
    .sort()

it('keeps what a program of the build before may still load, and ships only what is built', async () => {
  const first = await build('one')
  const second = await build('two')
  expect(first).not.toBe(second)
  expect(built()).toEqual([first, second, 'main.js'].sort())
  const third = await build('three')
  expect(built()).toEqual([second, third, 'main.js'].sort())
  keepOnly(join(folder, 'out'), listBuilt(join(folder, 'out')))
  expect(built()).toEqual([third, 'main.js'].sort())
  expect(readFileSync(join(folder, 'out', third), 'utf8')).toContain('three')
})

/** How much of the executable a command loads, in bytes. */
function countLoaded(...command: readonly string[]): number {
  const counter = join(folder, 'count.cjs')
  writeFileSync(
    counter,
    // Whoever loads a file of the bundle reads it: our own loader where Node keeps no compiled code, else Node's.
    `const fs = require('node:fs')
    const read = new Set()
    const readFileSync = fs.readFileSync
    fs.readFileSync = (path, ...rest) => { read.add(String(path)); return readFileSync(path, ...rest) }
    process.on('exit', () => {
      const loaded = [...read, ...Object.keys(require.cache)].filter(file => /bundle.[^/\\\\]+\\.js$/.test(file))
      const sizes = [...new Set(loaded)].map(file => fs.statSync(file).size)
      fs.writeFileSync(${JSON.stringify(join(folder, 'count'))}, String(sizes.reduce((sum, size) => sum + size, 0)))
    })`,
  )
  const cli = fileURLToPath(new URL('../packages/cli/', import.meta.url))
  execFileSync(process.execPath, ['--require', counter, join(cli, 'bin', 'antiphon.js'), ...command], {
    env: { ...process.env, HOME: folder, CLAUDE_CONFIG_DIR: join(cli, 'demo') },
    stdio: 'ignore',
  })
  return Number(readFileSync(join(folder, 'count'), 'utf8'))
}

// The engine with its clients alone is three times as much.
const MOST_BYTES = 500_000

it.each([['ls'], ['search', 'lamp'], ['usage', '--no-cache'], ['show', '145e839d'], ['--version']])(
  'loads of all that is there only what %s needs',
  (...command) => {
    const loaded = countLoaded(...command)
    expect(loaded).toBeGreaterThan(20_000)
    expect(loaded).toBeLessThan(MOST_BYTES)
  },
)
