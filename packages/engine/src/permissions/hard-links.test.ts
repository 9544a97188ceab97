import { linkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReadFilter } from './create-read-filter.ts'
import { createPermissionScene, type PermissionScene } from './testing/permission-scene.ts'

let scene: PermissionScene
beforeAll(() => {
  scene = createPermissionScene()
  linkSync(join(scene.cwd, '.env'), join(scene.cwd, 'other.txt'))
  linkSync(join(scene.cwd, 'secrets', 'key.txt'), join(scene.outside, 'key.txt'))
  writeFileSync(join(scene.cwd, 'a.txt'), 'x\n')
  linkSync(join(scene.cwd, 'a.txt'), join(scene.cwd, 'b.txt'))
})
afterAll(() => scene.remove())

const deny = ['Read(.env)', 'Read(secrets/**)', 'Edit(.env)', 'Edit(secrets/**)']

it('another name of a protected file is protected, for tools and commands', () => {
  const at = (kind: 'read' | 'write', path: string) =>
    scene.decide(
      { toolName: kind === 'read' ? 'Read' : 'Write', access: { kind, paths: [path] } },
      { mode: 'bypassPermissions', deny },
    ).behavior
  for (const kind of ['read', 'write'] as const) {
    expect(at(kind, '~cwd/other.txt')).toBe('deny')
    expect(at(kind, '~out/key.txt')).toBe('deny')
    expect(at(kind, '~cwd/b.txt')).toBe('allow')
  }
  expect(scene.bash('cat other.txt', { allow: ['Bash'], deny }).behavior).toBe('deny')
  expect(scene.bash('cat b.txt', { allow: ['Bash'], deny }).behavior).toBe('allow')
})

it('a search does not show it either', () => {
  const { cwd, home } = scene
  const rules = { allow: [], ask: [], deny }
  const mayRead = createReadFilter('Grep', { mode: 'default', rules, cwd, home, additionalDirectories: [] })
  expect(mayRead(join(cwd, 'other.txt'))).toBe(false)
  expect(mayRead(join(scene.outside, 'key.txt'))).toBe(false)
  expect(mayRead(join(cwd, 'b.txt'))).toBe(true)
  expect(mayRead(join(cwd, 'README.md'))).toBe(true)
})
