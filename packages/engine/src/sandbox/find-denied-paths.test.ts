import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

  it('is found anew where a link leads elsewhere by another link, its own folder being the same', () => {
    write(join(root, 'newer/.env'))
    symlinkSync('../other', join(cwd, 'current'))
    symlinkSync('../current/.env', join(cwd, 'a', 'token'))
    const denied = createDeniedPaths()
    const rule = pattern('token')
    for (let look = 0; look < 2; look++) expect(denied.find([rule])).toEqual([join(root, 'other/.env')])
    rmSync(join(cwd, 'current'))
    symlinkSync('../newer', join(cwd, 'current'))
    expect(denied.find([rule])).toEqual([join(root, 'newer/.env'), join(root, 'other/.env')])
  })

  it('is tried under the name that it has now', () => {
    const denied = createDeniedPaths()
    const rule = pattern('**/closed/.env')
    symlinkSync(join(root, 'other'), join(cwd, 'open'))
    expect(denied.find([rule])).toEqual([])
    renameSync(join(cwd, 'open'), join(cwd, 'closed'))
    expect(denied.find([rule])).toEqual([join(root, 'other/.env')])
  })

  it('is found anew however soon a folder changes after a look', () => {
    const denied = createDeniedPaths()
    const rule = pattern('*.key')
    for (let number = 0; number < 40; number++) {
      denied.find([rule])
      writeFileSync(join(cwd, 'a', `${number}.key`), 'x')
      expect(denied.find([rule])).toHaveLength(number + 1)
    }
  })

  it('is the target of a link that is meant itself', () => {
    symlinkSync(join(root, 'other', '.env'), join(cwd, 'a', 'token'))
    expect(createDeniedPaths().find([pattern('token')])).toEqual([join(root, 'other/.env')])
  })
})
