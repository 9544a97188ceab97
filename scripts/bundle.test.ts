import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
