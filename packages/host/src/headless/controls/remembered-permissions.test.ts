import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ScriptReply } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('a permission that is given for good', () => {
  const write = (name: string): ScriptReply => ({
    calls: [{ name: 'Write', input: { file_path: join(bench.cwd(), name), content: 'x' } }],
  })

  it('holds at once and stands in the file that the answer names', async () => {
    const destinations = ['localSettings', 'projectSettings', 'userSettings', 'session'] as const
    const updatedPermissions = [
      ...destinations.map(destination => ({
        type: 'addRules',
        behavior: 'allow',
        rules: [{ toolName: 'Write' }],
        destination,
      })),
      { type: 'setMode', mode: 'bypassPermissions', destination: 'userSettings' },
    ]
    let questions = 0
    const driver = await bench.start([write('a'), write('b'), 'Done.'], {
      argv: ['--permission-prompt-tool', 'stdio'],
      answer: ({ input }) => {
        questions++
        return { behavior: 'allow', updatedInput: input ?? {}, updatedPermissions }
      },
    })
    await driver.say('write')
    expect(questions).toBe(1)
    expect(await readdir(bench.cwd())).toEqual(expect.arrayContaining(['a', 'b']))
    const expected = { permissions: { allow: ['Write'] } }
    for (const file of [
      join(bench.cwd(), '.claude', 'settings.local.json'),
      join(bench.cwd(), '.claude', 'settings.json'),
      join(bench.base(), 'home', '.claude', 'settings.json'),
    ])
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(expected)
    // Nobody allowed to do without questions at the start.
    expect(await driver.get('initialize')).toMatchObject({ current_permission_mode: 'default' })
  })

  it('holds for the session where the file cannot be written, and the person is told', async () => {
    await writeFile(join(bench.cwd(), '.claude', 'settings.local.json'), '{ broken')
    const rule = {
      type: 'addRules',
      behavior: 'allow',
      rules: [{ toolName: 'Write' }],
      destination: 'localSettings',
    }
    const driver = await bench.start([write('a'), write('b'), 'Done.'], {
      argv: ['--permission-prompt-tool', 'stdio'],
      answer: () => ({ behavior: 'allow', updatedPermissions: [rule] }),
    })
    expect(await driver.say('write')).toMatchObject({ permission_denials: [] })
    expect(driver.stderr()).toContain('settings.local.json')
    expect(await readFile(join(bench.cwd(), '.claude', 'settings.local.json'), 'utf8')).toBe('{ broken')
  })

  it('may be another mode, of which the host is told', async () => {
    const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
    const driver = await bench.start([write('a'), write('b'), 'Done.'], {
      argv: ['--permission-prompt-tool', 'stdio'],
      answer: () => ({ behavior: 'allow', updatedPermissions: [mode] }),
    })
    await driver.say('write')
    expect(driver.events.filter(({ type }) => type === 'control_request')).toHaveLength(1)
    expect(driver.events.filter(({ permissionMode }) => permissionMode === 'acceptEdits')).toMatchObject([
      { subtype: 'status', status: null },
    ])
  })
})
