import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toSandboxSettings } from '../sandbox/sandbox-settings.ts'
import { type ReadSettings, type ReadSettingsOptions, readSettings, settingsFile } from './read-settings.ts'
import { addPermissionRule } from './save-permission-update.ts'

let root: string
let options: ReadSettingsOptions

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'antiphon-settings-')))
  options = { cwd: join(root, 'project'), home: join(root, 'home'), env: {}, isTrusted: true }
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(source: 'user' | 'project' | 'local', text: string): Promise<string> {
  const file = settingsFile(source, options)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

describe('readSettings', () => {
  it('finds nothing wrong with no files at all', async () => {
    expect(await readSettings(options)).toEqual<ReadSettings>({
      settings: {
        permissions: { allow: [], deny: [], ask: [], additionalDirectories: [] },
        hooks: {},
        disableAllHooks: false,
        env: {},
        enableAllProjectMcpServers: false,
        enabledMcpjsonServers: [],
        disabledMcpjsonServers: [],
        sandbox: toSandboxSettings(undefined),
        other: {},
      },
      files: [],
      problems: [],
    })
  })

  it('joins lists without doubles and lets the nearest value win', async () => {
    const hook = { matcher: 'Edit', hooks: [{ type: 'command', command: 'lint' }] }
    await write(
      'user',
      JSON.stringify({
        model: 'user',
        env: { A: '1', B: '1' },
        permissions: { allow: ['Read', 'Bash(ls:*)'], defaultMode: 'plan' },
        hooks: { PostToolUse: [hook] },
        theme: { dark: true, size: 1 },
      }),
    )
    await write(
      'project',
      JSON.stringify({
        model: 'project',
        env: { B: '2' },
        permissions: { allow: ['Bash(ls:*)', 'Edit(src/**)'], deny: ['Read(.env)'] },
        hooks: { PostToolUse: [hook], Stop: [{ hooks: [] }] },
        theme: { size: 2 },
      }),
    )
    await write('local', JSON.stringify({ permissions: { defaultMode: 'acceptEdits' } }))
    const { settings, problems, files } = await readSettings({ ...options, flag: '{"model": "flag",}' })
    expect(problems).toEqual([])
    expect(files).toHaveLength(3)
    expect(settings).toMatchObject({
      model: 'flag',
      env: { A: '1', B: '2' },
      permissions: {
        allow: ['Read', 'Bash(ls:*)', 'Edit(src/**)'],
        deny: ['Read(.env)'],
        defaultMode: 'acceptEdits',
      },
      hooks: { PostToolUse: [hook], Stop: [{ hooks: [] }] },
      other: { theme: { dark: true, size: 2 } },
    })
  })

  it('loses only the fields that have a wrong type, and names each of them', async () => {
    await write(
      'project',
      `{
        "model": 7, "disableAllHooks": "yes", "env": {"A": 1, "B": true, "C": []},
        "enabledMcpjsonServers": "one",
        "permissions": {"allow": ["Read", 3, null], "deny": {}, "defaultMode": "yolo"},
        "hooks": {
          "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "check", "timeout": "x"}, {"type": "prompt"}]},
            {"matcher": 3, "hooks": []}, "nonsense"
          ],
          "Nonsense": [], "Stop": 1
        }
      }`,
    )
    const { settings, problems } = await readSettings(options)
    expect(settings).toMatchObject({
      env: { A: '1', B: 'true' },
      enabledMcpjsonServers: ['one'],
      permissions: { allow: ['Read'], deny: [] },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check' }] }] },
    })
    expect(settings).not.toHaveProperty('model')
    expect(settings.permissions).not.toHaveProperty('defaultMode')
    expect(problems.map(({ what }) => what)).toEqual([
      'model is no text',
      'disableAllHooks is neither true nor false',
      'env.C is no text',
      'permissions.allow[1] is no text',
      'permissions.allow[2] is no text',
      'permissions.deny is no list',
      'permissions.defaultMode is no permission mode',
      'hooks.PreToolUse[0].hooks[0].timeout is no number of seconds',
      'hooks.PreToolUse[0].hooks[1] is no command',
      'hooks.PreToolUse[1].matcher is no text',
      'hooks.PreToolUse[2] has no list of hooks',
      'hooks.Nonsense names no event',
      'hooks.Stop is no list',
    ])
    expect(problems.every(({ file, whatToDo }) => file.endsWith('settings.json') && whatToDo !== '')).toBe(
      true,
    )
  })

  it('lets a folder that nobody trusts forbid, but not allow; the person and the command line decide all', async () => {
    const all = { env: { A: '1' }, permissions: { allow: ['Bash'], deny: ['Read'], defaultMode: 'auto' } }
    const files = [await write('project', JSON.stringify(all)), await write('local', JSON.stringify(all))]
    const untrusted = { ...options, isTrusted: false }
    const { settings, problems } = await readSettings(untrusted)
    expect(settings).toMatchObject({ env: {}, permissions: { allow: [], deny: ['Read'] } })
    expect(settings.permissions).not.toHaveProperty('defaultMode')
    expect(problems).toMatchObject(
      files.map(file => ({ file, whatToDo: expect.stringContaining('--trust') })),
    )
    await write('user', JSON.stringify({ env: { B: '2' } }))
    const others = await readSettings({ ...untrusted, flag: JSON.stringify(all) })
    expect(others.settings).toMatchObject({ env: { A: '1', B: '2' }, permissions: { defaultMode: 'auto' } })
  })

  it('names rules that do not do what their author hopes, and keeps them', async () => {
    await write('user', '{"permissions": {"allow": ["*"], "deny": ["Bash(rm", "Read"], "ask": ["Edit"]}}')
    const { settings, problems } = await readSettings(options)
    expect(settings.permissions.deny).toEqual(['Bash(rm', 'Read'])
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringContaining('permissions.allow holds "*"'),
      expect.stringContaining('permissions.deny holds "Bash(rm"'),
    ])
  })

  it.each(['{"model": ', '3', '"text"', 'null'])('goes on without a file that holds %s', async text => {
    await write('user', '{"model": "user"}')
    const file = await write('local', text)
    const { settings, problems } = await readSettings(options)
    expect(settings.model).toBe('user')
    expect(problems).toMatchObject([{ file }])
  })

  it('goes on without a file that cannot be read', async () => {
    await mkdir(settingsFile('project', options), { recursive: true })
    expect((await readSettings(options)).problems).toMatchObject([{ what: 'it is a folder, not a file' }])
  })

  it('reads only the sources that are asked for, and the user’s where the variable says', async () => {
    await write('project', '{"model": "project"}')
    const elsewhere = { ...options, env: { CLAUDE_CONFIG_DIR: join(root, 'elsewhere') } }
    await mkdir(join(root, 'elsewhere'))
    await writeFile(join(root, 'elsewhere', 'settings.json'), '{"model": "elsewhere"}')
    expect((await readSettings({ ...elsewhere, sources: ['user'] })).settings.model).toBe('elsewhere')
    expect((await readSettings(elsewhere)).settings.model).toBe('project')
  })

  it('takes --settings as a file, and says when there is none', async () => {
    await mkdir(options.cwd)
    await writeFile(join(options.cwd, 'mine.json'), '{"model": "mine"}')
    expect((await readSettings({ ...options, flag: 'mine.json' })).settings.model).toBe('mine')
    expect((await readSettings({ ...options, flag: 'gone.json' })).problems).toMatchObject([
      { what: 'there is no such file' },
    ])
  })

  it('takes no field from an object’s prototype', async () => {
    await write(
      'project',
      '{"__proto__": {"model": "polluted"}, "permissions": {"__proto__": {"allow": ["*"]}}}',
    )
    const { settings } = await readSettings(options)
    expect(settings.model).toBeUndefined()
    expect(settings.permissions.allow).toEqual([])
    expect(({} as Record<string, unknown>).model).toBeUndefined()
  })
})

describe('addPermissionRule', () => {
  it('creates the file, and keeps what others wrote', async () => {
    const file = settingsFile('local', options)
    expect(await addPermissionRule({ file, rule: 'Bash(ls:*)' })).toBeNull()
    await writeFile(file, `${(await readFile(file, 'utf8')).trimEnd()} // mine\n`)
    expect(await addPermissionRule({ file, rule: 'WebFetch', list: 'deny' })).toBeNull()
    expect(await readFile(file, 'utf8')).toContain('// mine')
    expect((await readSettings(options)).settings.permissions).toMatchObject({
      allow: ['Bash(ls:*)'],
      deny: ['WebFetch'],
    })
    expect(await readdir(dirname(file))).toEqual(['settings.local.json'])
  })

  it('loses none of many rules that come at once', async () => {
    const file = settingsFile('local', options)
    const rules = Array.from({ length: 20 }, (_, index) => `Bash(command-${index})`)
    expect(await Promise.all(rules.map(rule => addPermissionRule({ file, rule })))).toEqual(
      rules.map(() => null),
    )
    expect((await readSettings(options)).settings.permissions.allow).toEqual(rules)
  })

  it('follows a link and keeps the mode', async () => {
    const target = join(root, 'dotfiles.json')
    await writeFile(target, '{}')
    await chmod(target, 0o640)
    const file = settingsFile('user', options)
    await mkdir(dirname(file), { recursive: true })
    await symlink(target, file)
    expect(await addPermissionRule({ file, rule: 'Read' })).toBeNull()
    expect(JSON.parse(await readFile(target, 'utf8'))).toEqual({ permissions: { allow: ['Read'] } })
    expect((await stat(target)).mode & 0o777).toBe(0o640)
  })

  it('touches no file that it cannot understand', async () => {
    const file = await write('local', '{"permissions": {"allow": [')
    expect(await addPermissionRule({ file, rule: 'Read' })).toMatchObject({ file })
    expect(await readFile(file, 'utf8')).toBe('{"permissions": {"allow": [')
  })

  it('says what is wrong where nothing can be written', async () => {
    await writeFile(join(root, 'plain'), '')
    const problem = await addPermissionRule({ file: join(root, 'plain', 'settings.json'), rule: 'Read' })
    expect(problem?.whatToDo).toContain('writable')
  })
})
