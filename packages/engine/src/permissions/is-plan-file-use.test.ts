import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { PermissionMode } from '@antiphon/core'
import { afterAll, describe, expect, it } from 'vitest'
import { decidePermission } from './decide-permission.ts'
import { createPermissionScene } from './testing/permission-scene.ts'

const scene = createPermissionScene()
afterAll(scene.remove)
const folder = join(scene.home, '.claude', 'plans')
mkdirSync(folder, { recursive: true })
symlinkSync(join(scene.outside, 'file'), join(folder, 'linked.md'))

function write(
  path: string,
  options: { mode?: PermissionMode; planFile?: string; deny?: string[]; ask?: string[] } = {},
) {
  const { mode = 'plan', planFile = join(folder, 'plan.md'), deny = [], ask = [] } = options
  return decidePermission(
    { toolName: 'Write', input: {}, access: { kind: 'write', paths: [path] }, isReadOnly: false },
    {
      ...{ mode, planFile, cwd: scene.cwd, home: scene.home, additionalDirectories: [] },
      rules: { allow: [], deny, ask },
    },
  ).behavior
}

describe('the file of the plan', () => {
  const plan = join(folder, 'plan.md')

  it('is the one that may be written in plan mode', () => {
    expect(write(plan)).toBe('allow')
    for (const other of [join(folder, 'other.md'), join(folder, 'plan.md', 'x'), join(scene.cwd, 'a.ts')])
      expect(write(other)).toBe('deny')
  })

  it('is no way round a rule, a link or another mode', () => {
    expect(write(plan, { deny: ['Write'] })).toBe('deny')
    expect(write(plan, { ask: ['Write'] })).not.toBe('allow')
    const linked = join(folder, 'linked.md')
    expect(write(linked, { planFile: linked })).toBe('deny')
    expect(write(plan, { mode: 'default' })).toBe('ask')
    expect(write(plan, { mode: 'auto' })).toBe('ask')
  })
})
