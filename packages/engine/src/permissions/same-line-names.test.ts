import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPermissionScene, type PermissionScene } from './testing/permission-scene.ts'

let scene: PermissionScene
beforeAll(() => {
  scene = createPermissionScene()
  for (const folder of ['d1', 'names', 'options', 'scripts', 'targets']) mkdirSync(join(scene.cwd, folder))
  symlinkSync('../outside', join(scene.cwd, 'd1', 'k'))
  symlinkSync(join(scene.outside, 'file'), join(scene.cwd, 'names', 'B'))
  writeFileSync(join(scene.cwd, 'names', 'a'), 'x\n')
  writeFileSync(join(scene.cwd, 'options', '-r'), 'x\n')
  writeFileSync(join(scene.cwd, 'options', '--output=x'), 'x\n')
  for (const name of ['B', 'a']) writeFileSync(join(scene.cwd, 'targets', name), 'x\n')
  for (const name of ['1p', 'Wx']) writeFileSync(join(scene.cwd, 'scripts', name), 'x\n')
})
afterAll(() => scene.remove())

describe('a path behind a command that may have moved it is asked about', () => {
  it.each([
    'mv d1/k k && cat k/file',
    'mv d1/k k; head k/file',
    'mv d1/k k\nls k',
    'mv d1/k k && cp README.md k/file',
    'mv d1/k k && touch k/file',
    'mv d1/k k && echo x > k/file',
    'mv d1/k k && cat < k/file',
    'mv d1/k k && mkdir k/new',
    'mv d1/k k && cd k && cat file',
    'mv d1/k k | cat k/file',
    'cat k/file | mv d1/k k',
    'mv d1 e && cat e/k/file',
    'mv d1/k k/file .',
    'mv d1/k k; mv k/file .',
    'mv src/a.ts d1/k k/file .',
  ])('%s', command => {
    expect(scene.bash(command, { mode: 'acceptEdits' }).behavior).toBe('ask')
  })

  it.each(['git checkout x && cat k/file', 'tar xf x.tar && cat k/file', 'npm test && cat k/file'])(
    '%s, although the first command is allowed',
    command => {
      const allow = ['Bash(git checkout:*)', 'Bash(tar:*)', 'Bash(npm test:*)']
      expect(scene.bash(command, { allow }).behavior).toBe('ask')
      expect(scene.bash(command.replace('cat k/file', 'echo done'), { allow }).behavior).toBe('allow')
    },
  )

  it.each([
    'mkdir -p a && cp README.md a/',
    'mkdir -p a/b && touch a/b/c && ls a',
    'cp src/a.ts src/c.ts && cat src/c.ts',
    'touch x && cat x && rmdir d1',
    'mv src/a.ts src/c.ts',
    'mv src/a.ts src/b.ts d1/',
    'mv src/a.ts src/c.ts && echo done && git status && ls',
    'cat README.md && mv src/a.ts src/c.ts',
    'mkdir a && cd a && touch x',
    'ls src | head -5',
  ])('but not in %s', command => {
    const { behavior, reason } = scene.bash(command, { mode: 'acceptEdits' })
    expect(behavior, reason).toBe('allow')
  })
})

describe('the order in which the shell puts names does not matter', () => {
  it.each([
    ['a link where the pattern would stand', 'names', 'grep *'],
    ['a link in another folder', '.', 'grep names/*'],
    ['names that are options', 'options', 'cat *'],
    ['names that are options of find', 'options', 'find *'],
    ['a script among the names', 'scripts', 'sed -n *'],
    ['a target among the names', 'targets', 'cp *'],
    ['a target among the names that move', 'targets', 'mv *'],
    ['a pattern behind a link and dots', '.', 'cat link-out/../*/file'],
  ])('%s', (_, folder, command) => {
    const access = { kind: 'command', command, cwd: join(scene.cwd, folder) } as const
    expect(scene.decide({ toolName: 'Bash', access }, { mode: 'acceptEdits' }).behavior).toBe('ask')
  })
})

describe('git compares files outside a repository as diff does', () => {
  it.each([
    'git diff link-out/file README.md',
    'git diff -- file-link README.md',
    'git diff names/B README.md',
  ])('%s', command => {
    expect(scene.bash(command).behavior).toBe('ask')
  })
  it.each(['git diff', 'git diff HEAD~1 -- src', 'git diff main..x', 'git diff --stat README.md'])(
    'but not %s',
    command => {
      expect(scene.bash(command).behavior).toBe('allow')
    },
  )
})

describe('a place that is another for every process', () => {
  it.each(['cat /proc/self/cwd/../.env', 'cat /dev/fd/3/x', 'cat /proc/self/root/etc/hosts'])(
    '%s',
    command => {
      expect(scene.bash(command).behavior).toBe('ask')
      expect(scene.bash(command, { allow: ['Bash'], deny: ['Read(secrets/**)'] }).behavior).toBe('ask')
      expect(scene.bash(command, { allow: ['Read(//proc/**)', 'Read(//dev/**)'] }).behavior).toBe('ask')
    },
  )
})
