import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PermissionMode } from '@antiphon/core'
import { decidePermission } from '../decide-permission.ts'
import type { Access, PermissionDecision, PermissionRules } from '../permission.ts'

/** A project, a home and things outside both, on a real disk. */
export type PermissionScene = {
  readonly cwd: string
  readonly home: string
  readonly outside: string
  readonly extra: string
  /** Decides with rules and mode; `~cwd`, `~home` and `~out` in texts stand for the folders. */
  decide(use: Use, settings?: Settings): PermissionDecision
  bash(command: string, settings?: Settings): PermissionDecision
  remove(): void
}

export type Use = {
  readonly toolName: string
  readonly access: Access
  readonly isReadOnly?: boolean
  readonly input?: Record<string, string | number | boolean>
}

export type Settings = Partial<PermissionRules> & { readonly mode?: PermissionMode }

export function createPermissionScene(): PermissionScene {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'antiphon-permissions-')))
  const [cwd, home, outside, extra] = ['project', 'home', 'outside', 'extra'].map(name =>
    join(root, name),
  ) as [string, string, string, string]
  for (const folder of [
    cwd,
    home,
    outside,
    extra,
    join(cwd, 'src'),
    join(cwd, 'secrets'),
    join(home, '.ssh'),
    join(cwd, '.git'),
  ])
    mkdirSync(folder, { recursive: true })
  for (const file of ['src/a.ts', 'src/b.ts', 'README.md', '.env', 'secrets/key.txt'])
    writeFileSync(join(cwd, file), 'x\n')
  writeFileSync(join(outside, 'file'), 'x\n')
  writeFileSync(join(home, '.ssh', 'id_rsa'), 'x\n')
  symlinkSync(outside, join(cwd, 'link-out'))
  symlinkSync(join(outside, 'file'), join(cwd, 'file-link'))
  symlinkSync(join(outside, 'not-yet'), join(cwd, 'dangling'))
  symlinkSync(join(cwd, 'secrets', 'key.txt'), join(cwd, 'src', 'innocent.txt'))
  symlinkSync('loop-b', join(cwd, 'loop-a'))
  symlinkSync('loop-a', join(cwd, 'loop-b'))
  symlinkSync(join(cwd, '.git'), join(cwd, 'repo-link'))

  const fill = (text: string) =>
    text.replaceAll('~cwd', cwd).replaceAll('~home', home).replaceAll('~out', outside)

  function decide(
    { toolName, access, isReadOnly = false, input = {} }: Use,
    settings: Settings = {},
  ): PermissionDecision {
    const { mode = 'default', allow = [], deny = [], ask = [] } = settings
    const rules = { allow: allow.map(fill), deny: deny.map(fill), ask: ask.map(fill) }
    const state = { mode, rules, cwd, home, additionalDirectories: [extra] }
    return decidePermission({ toolName, access: fillAccess(access, fill), isReadOnly, input }, state)
  }

  return {
    cwd,
    home,
    outside,
    extra,
    decide,
    bash: (command, settings) =>
      decide({ toolName: 'Bash', access: { kind: 'command', command, cwd } }, settings),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function fillAccess(access: Access, fill: (text: string) => string): Access {
  switch (access.kind) {
    case 'read':
    case 'write':
      return { ...access, paths: access.paths.map(fill) }
    case 'command':
      return { ...access, command: fill(access.command) }
    default:
      return access
  }
}
