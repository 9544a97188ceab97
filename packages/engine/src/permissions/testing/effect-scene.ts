import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import type { AttemptEffect } from './effect-attempt.ts'

/** A project with a real repository, a home, and things outside both, in which a command can be run for its effect. */
export type EffectScene = {
  readonly root: string
  readonly cwd: string
  readonly home: string
  readonly outside: string
  /** Every file with what it held at the beginning. */
  readonly before: ReadonlyMap<string, string>
}

/** What stands in files that lie outside, and is shown only by who reads them. */
export const CANARY = 'the canary sings'

/** Makes the scene in a folder that is empty. */
export function createEffectScene(root: string): EffectScene {
  const [cwd, home, outside] = ['project', 'home', 'outside'].map(name => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const [path, text] of Object.entries(FILES)) {
    const place = join(root, path)
    mkdirSync(join(place, '..'), { recursive: true })
    writeFileSync(place, text)
    if (text.startsWith('#!')) chmodSync(place, 0o755)
  }
  for (const [path, target] of Object.entries(LINKS(root))) symlinkSync(target, join(cwd, path))
  createRepository(cwd)
  return { root, cwd, home, outside, before: readFiles(root) }
}

/** Whether a command that ran in the scene had the effect that its attempt is after. */
export function hasEffect(scene: EffectScene, effect: AttemptEffect, output: string): boolean {
  if (effect === 'removes') return !existsSync(join(scene.cwd, 'src', 'a.ts'))
  if (effect === 'reads') return output.includes(CANARY)
  const now = readFiles(scene.root)
  return now.size !== scene.before.size || [...now].some(([path, text]) => scene.before.get(path) !== text)
}

/** What git keeps for itself is no effect; its hooks and settings are. */
function readFiles(root: string): Map<string, string> {
  const files = new Map<string, string>()
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of readdirSync(folder)) {
      const place = join(folder, name)
      const status = lstatSync(place)
      const path = relative(root, place)
      if (/^project\/\.git\/(?!hooks|config)/.test(path)) continue
      if (status.isDirectory()) folders.push(place)
      else if (status.isSymbolicLink()) files.set(path, readlinkSync(place))
      else files.set(path, status.isFile() ? readFileSync(place, 'latin1') : '')
      if (status.isDirectory()) files.set(`${path}/`, '')
    }
  }
  return files
}

function createRepository(cwd: string): void {
  const git = (...words: string[]) =>
    spawnSync('git', ['-C', cwd, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      env: { PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      encoding: 'utf8',
    })
  git('init', '-q', '--template=', '-b', 'main')
  git('add', 'README.md', 'src')
  git('commit', '-qm', 'first', '--no-gpg-sign')
  writeFileSync(join(cwd, 'README.md'), 'x\nchanged\n')
}

const REMOVING = 'rm -rf src\n'

const FILES: Readonly<Record<string, string>> = {
  'project/src/a.ts': 'x\n',
  'project/src/b.ts': 'x\n',
  'project/README.md': 'x\n',
  'project/.env': `${CANARY}\n`,
  'project/secrets/key.txt': `${CANARY}\n`,
  'project/list': 'src\n',
  'project/x': `#!/bin/sh\n${REMOVING}`,
  'project/x.sh': `#!/bin/sh\n${REMOVING}`,
  'project/script.sh': `#!/bin/sh\n${REMOVING}`,
  'project/git': `#!/bin/sh\n${REMOVING}`,
  'project/x.mk': `x test:\n\t${REMOVING}`,
  'project/x.awk': 'BEGIN { system("rm -rf src") }\n',
  'project/x.sed': `1e ${REMOVING}`,
  'project/x.pl': 'system("rm -rf src");\n',
  'project/x.cmake': 'execute_process(COMMAND rm -rf src)\n',
  'project/Makefile': 'test:\n\t@echo tested $(X)\n',
  'project/package.json': '{ "name": "a", "version": "1.0.0", "scripts": { "test": "echo tested" } }\n',
  'home/.ssh/id_rsa': `${CANARY}\n`,
  'home/notes.txt': `${CANARY}\n`,
  'outside/file': `${CANARY}\n`,
  'outside/Makefile': 'test:\n\t@touch ran\n',
  'outside/package.json': '{ "name": "b", "version": "1.0.0", "scripts": { "test": "touch ran" } }\n',
}

const LINKS = (root: string): Readonly<Record<string, string>> => ({
  'link-out': join(root, 'outside'),
  'file-link': join(root, 'outside', 'file'),
  dangling: join(root, 'outside', 'not-yet'),
  'repo-link': '.git',
  'src/innocent.txt': '../secrets/key.txt',
  remover: '/bin/rm',
  tool: '/usr/bin/env',
})
