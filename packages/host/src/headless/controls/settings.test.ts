import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('settings', () => {
  it('are told with their sources', async () => {
    await writeFile(
      join(bench.cwd(), '.claude', 'settings.json'),
      '{"permissions":{"deny":["WebFetch"]},"env":{"A":"1"},"later":false}',
    )
    await writeFile(join(bench.cwd(), '.claude', 'settings.local.json'), '{ broken')
    const driver = await bench.start([], {
      argv: ['--trust', '--settings', '{"permissions":{"ask":["Edit"]}}', '--allowed-tools', 'Bash(ls:*)'],
    })
    await driver.get('initialize')
    expect(await driver.get('get_settings')).toEqual({
      effective: { permissions: { deny: ['WebFetch'], ask: ['Edit'] }, env: { A: '1' }, later: false },
      sources: [
        {
          source: 'projectSettings',
          settings: { permissions: { deny: ['WebFetch'] }, env: { A: '1' }, later: false },
        },
        { source: 'localSettings', settings: {} },
        { source: 'flagSettings', settings: { permissions: { ask: ['Edit'] } } },
      ],
      applied: { model: 'claude-opus-5-5', effort: null },
      errors: [
        { file: join(bench.cwd(), '.claude', 'settings.local.json'), path: '', message: expect.any(String) },
      ],
    })
    expect(await driver.get('list_permission_rules')).toMatchObject({
      state: {
        rules: [
          { behavior: 'allow', source: 'cliArg', rule: 'Bash(ls:*)', editability: 'session' },
          { behavior: 'deny', source: 'projectSettings', rule: 'WebFetch', editability: 'persistent' },
          { behavior: 'ask', source: 'flagSettings', rule: 'Edit', editability: 'readonly' },
        ],
        originalCwd: bench.cwd(),
        managedOnly: false,
        errors: [{}],
      },
    })
  })

  it('for this session are applied as far as they mean something', async () => {
    const call: ScriptReply = { calls: [{ name: 'Bash', input: { command: 'printenv COLOUR' } }] }
    const driver = await bench.start([call, 'Done.'])
    const settings = {
      model: 'claude-sonnet-4-6',
      env: { COLOUR: 'teal' },
      permissions: { allow: ['Bash(printenv:*)'], deny: 7, additionalDirectories: ['../x'], fly: true },
      outputStyle: 'poem',
      hooks: null,
    }
    const answer = await driver.get('apply_flag_settings', { settings })
    expect(answer).toEqual({
      applied: ['model', 'env', 'permissions.allow', 'permissions.additionalDirectories'],
      ignored: {
        'permissions.deny': expect.any(String),
        'permissions.fly': expect.any(String),
        outputStyle: expect.stringContaining('next'),
        hooks: expect.stringContaining('taken back'),
      },
    })
    await driver.say('echo')
    expect(bench.requests()[0]?.model).toBe('claude-sonnet-4-6')
    expect(JSON.stringify(bench.requests().at(-1)?.messages)).toContain('teal')
    expect(await driver.refusal('apply_flag_settings')).toContain('settings')
  })

  it('are written for later as far as they are harmless', async () => {
    const file = join(bench.cwd(), '.claude', 'settings.local.json')
    await writeFile(file, '{"permissions":{"deny":["WebFetch"]}}')
    const driver = await bench.start()
    const write = (source: string, settings: JsonObject) => ({ source, settings })
    await driver.get('update_settings', write('localSettings', { outputStyle: 'default' }))
    await driver.get('update_settings', write('userSettings', { model: 'sonnet' }))
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      permissions: { deny: ['WebFetch'] },
      outputStyle: 'default',
    })
    const user = join(bench.base(), 'home', '.claude', 'settings.json')
    expect(JSON.parse(await readFile(user, 'utf8'))).toEqual({ model: 'sonnet' })
    for (const [source, settings] of [
      ['localSettings', { permissions: { allow: ['Bash'] } }],
      ['localSettings', { hooks: {} }],
      ['localSettings', { env: {} }],
      ['localSettings', { outputStyle: null }],
      ['userSettings', { outputStyle: 'x' }],
      ['projectSettings', { model: 'x' }],
      ['localSettings', {}],
    ] as const)
      expect(await driver.refusal('update_settings', write(source, settings))).toContain('update_settings')
    const isolated = await bench.start([], { argv: ['--setting-sources', 'project'] })
    expect(await isolated.refusal('update_settings', write('localSettings', { model: 'x' }))).toContain(
      'does not read',
    )
  })

  it('with hooks are listed beside those of the host', async () => {
    const hooks = {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'true', timeout: 5 }] }],
    }
    await writeFile(join(bench.cwd(), '.claude', 'settings.json'), JSON.stringify({ hooks }))
    const untrusted = await bench.start()
    await untrusted.get('initialize')
    expect(await untrusted.get('get_hooks_listing')).toMatchObject({ hooks: [] })
    const driver = await bench.start([], { argv: ['--trust'] })
    await driver.get('initialize', { hooks: { Stop: [{ hookCallbackIds: ['hook_0'] }] } })
    expect(await driver.get('get_hooks_listing')).toMatchObject({
      events: [
        { name: 'PreToolUse', supportsMatcher: true, hookCount: 1 },
        { name: 'Stop', supportsMatcher: false, hookCount: 1 },
      ],
      hooks: [
        { event: 'PreToolUse', matcher: 'Bash', source: 'projectSettings', commandText: 'true', timeout: 5 },
        { event: 'Stop', matcher: '', source: 'sessionHook', commandText: 'hook_0', type: 'callback' },
      ],
      policy: { allDisabled: false },
    })
    driver.hear({ type: 'control_response', response: {} })
  })

  it('of skills, plugins and styles are read anew', async () => {
    const driver = await bench.start()
    expect(await driver.get('reload_skills')).toEqual({ skills: [] })
    await mkdir(join(bench.cwd(), '.claude', 'skills', 'knit'), { recursive: true })
    await writeFile(
      join(bench.cwd(), '.claude', 'skills', 'knit', 'SKILL.md'),
      '---\ndescription: knits\n---\nKnit.',
    )
    expect(await driver.get('reload_skills')).toMatchObject({ skills: [{ name: 'knit' }] })
    expect(await driver.get('reload_plugins')).toMatchObject({
      commands: expect.arrayContaining([expect.objectContaining({ name: 'knit' })]),
      plugins: [],
      mcpServers: [],
      error_count: 0,
    })
    expect(
      await driver.refusal('reload_plugins', { add_plugins: [{ type: 'local', path: '/x' }] }),
    ).toContain('plugins')
    expect(await driver.get('reload_output_styles')).toEqual({ available_output_styles: ['default'] })
  })
})
