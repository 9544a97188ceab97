import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PermissionUpdate } from '@antiphon/core/wire'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { savePermissionUpdate } from './save-permission-update.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-save-'))
  await mkdir(join(folder, 'project', '.claude'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const save = (update: PermissionUpdate) =>
  savePermissionUpdate(update, { cwd: join(folder, 'project'), home: join(folder, 'home'), env: {} })
const FILES = {
  localSettings: ['project', '.claude', 'settings.local.json'],
  projectSettings: ['project', '.claude', 'settings.json'],
  userSettings: ['home', '.claude', 'settings.json'],
} as const
const read = async (destination: keyof typeof FILES): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, ...FILES[destination]), 'utf8'))

describe('savePermissionUpdate', () => {
  it('adds rules and folders to the file that is named, all of them at once', async () => {
    for (const destination of ['localSettings', 'projectSettings', 'userSettings'] as const) {
      const rules = [{ toolName: 'Bash', ruleContent: 'git log:*' }, { toolName: 'WebFetch' }]
      await save({ type: 'addRules', behavior: 'allow', rules, destination })
      await save({ type: 'addRules', behavior: 'deny', rules: [{ toolName: 'Edit' }], destination })
      expect(await save({ type: 'addDirectories', directories: ['/data'], destination })).toEqual([])
      expect(await read(destination)).toEqual({
        permissions: {
          allow: ['Bash(git log:*)', 'WebFetch'],
          deny: ['Edit'],
          additionalDirectories: ['/data'],
        },
      })
    }
    // Nothing half-written stays behind.
    expect(await readdir(join(folder, 'project', '.claude'))).toHaveLength(2)
  })

  it('writes nothing of a project through links that lead out', async () => {
    await mkdir(join(folder, 'home', '.claude'), { recursive: true })
    const own = join(folder, ...FILES.userSettings)
    await writeFile(own, '{}')
    const update = { type: 'addDirectories', directories: ['/data'], destination: 'localSettings' } as const
    await symlink(own, join(folder, ...FILES.localSettings))
    expect(await save(update)).toMatchObject([{ what: expect.stringContaining('leads out of') }])
    await rm(join(folder, 'project', '.claude'), { recursive: true })
    await symlink(join(folder, 'home', '.claude'), join(folder, 'project', '.claude'))
    expect(await save(update)).toMatchObject([{ what: expect.stringContaining('leads out of') }])
    expect(await readFile(own, 'utf8')).toBe('{}')
    expect(await readdir(join(folder, 'home', '.claude'))).toEqual(['settings.json'])
  })

  it('takes away, replaces, and sets the mode, and leaves the rest alone', async () => {
    const file = join(folder, ...FILES.localSettings)
    await writeFile(
      file,
      '{\n    "model": "x",\n    "permissions": { "allow": ["A", "B"], "ask": ["C"] }\n}\n',
    )
    const destination = 'localSettings'
    await save({ type: 'removeRules', behavior: 'allow', rules: [{ toolName: 'A' }], destination })
    await save({ type: 'replaceRules', behavior: 'ask', rules: [{ toolName: 'D' }], destination })
    await save({ type: 'removeDirectories', directories: ['/none'], destination })
    expect(await save({ type: 'setMode', mode: 'acceptEdits', destination })).toEqual([])
    expect(await read('localSettings')).toEqual({
      model: 'x',
      permissions: { allow: ['B'], ask: ['D'], defaultMode: 'acceptEdits' },
    })
    expect(await readFile(file, 'utf8')).toContain('\n    "model"')
  })

  it('writes nothing for this session only', async () => {
    for (const destination of ['session', 'cliArg'] as const)
      expect(await save({ type: 'setMode', mode: 'plan', destination })).toEqual([])
    expect(await readdir(join(folder, 'project', '.claude'))).toEqual([])
  })

  it('says why a file stays as it is: damage, and comments that would be lost', async () => {
    const file = join(folder, ...FILES.localSettings)
    const update = { type: 'setMode', mode: 'plan', destination: 'localSettings' } as const
    for (const text of ['{ broken', '[]', '{\n  // mine\n  "model": "x"\n}\n']) {
      await writeFile(file, text)
      expect(await save(update)).toMatchObject([{ file, what: expect.any(String) }])
      expect(await readFile(file, 'utf8')).toBe(text)
    }
    const rules = [{ toolName: 'Edit' }]
    expect(await save({ type: 'addRules', behavior: 'allow', rules, destination: 'localSettings' })).toEqual(
      [],
    )
    expect(await readFile(file, 'utf8')).toContain('// mine')
  })
})
