import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPathPattern, type PathPattern } from '../permissions/path-pattern.ts'
import { createDeniedPaths } from './find-denied-paths.ts'

let root: string
let cwd: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-denied-')))
  cwd = join(root, 'project')
  for (const path of [
    'project/.env',
    'project/a/b/.env',
    'project/secrets/key',
    'project/x.pem',
    'other/.env',
  ])
    write(join(root, path))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x')
}
const pattern = (content: string): PathPattern =>
  createPathPattern(content, { cwd, home: join(root, 'home') })

describe('what there is of the files that rules mean', () => {
  it.each([
    ['.env', ['.env', 'a/b/.env']],
    ['./.env', ['.env']],
    ['secrets/**', ['secrets']],
    ['*.pem', ['x.pem']],
    ['a/**/.env', ['a/b/.env']],
    ['nothing/**', []],
  ])('%s', (content, found) => {
    expect(createDeniedPaths().find([pattern(content)])).toEqual(found.map(path => join(cwd, path)))
  })

  it('is found anew when a folder changed, and through links to elsewhere', () => {
    const denied = createDeniedPaths()
    const rule = pattern('.env')
    denied.find([rule])
    write(join(cwd, 'a/c/.env'))
    symlinkSync(join(root, 'other'), join(cwd, 'link'))
    symlinkSync('.', join(cwd, 'loop'))
    expect(denied.find([rule])).toEqual(
      expect.arrayContaining([join(cwd, 'a/c/.env'), join(root, 'other/.env'), join(cwd, '.env')]),
    )
  })

  it('is the target of a link that is meant itself', () => {
    symlinkSync(join(root, 'other', '.env'), join(cwd, 'a', 'token'))
    expect(createDeniedPaths().find([pattern('token')])).toEqual([join(root, 'other/.env')])
  })
})
