import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expandGlob } from './expand-words.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-glob-')))
  mkdirSync(join(root, 'far', 'deep'), { recursive: true })
  mkdirSync(join(root, 'here'))
  for (const name of ['here/.env', 'here/\u{1f511}', 'here/\\x', 'far/target'])
    writeFileSync(join(root, name), '')
  symlinkSync('../far/deep', join(root, 'here', 'link'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['a bracket with an escaped bracket', '.e[n\\]x]v', '.env'],
  ['a character outside the basic plane', '?', '\u{1f511}'],
  ['a star behind a backslash that is meant', '\\\\*', '\\x'],
  ['dots behind a link', 'link/../t*', 'link/../target'],
])('finds every name that the shell finds: %s', (_, pattern, name) => {
  expect(expandGlob(pattern, join(root, 'here'))).toContain(name)
})

it('keeps what fits nothing, and gives up on folders at any depth', () => {
  expect(expandGlob('nothing*', join(root, 'here'))).toEqual(['nothing*'])
  expect(expandGlob('**/x', join(root, 'here'))).toBeNull()
})
