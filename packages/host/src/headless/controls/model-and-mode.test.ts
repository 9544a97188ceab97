import { describe, expect, it } from 'vitest'
import { createControlBench } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('the mode', () => {
  it('changes, and the host is told once', async () => {
    const driver = await bench.start()
    expect(await driver.get('set_permission_mode', { mode: 'plan' })).toEqual({ mode: 'plan' })
    await driver.get('set_permission_mode', { mode: 'plan' })
    expect(driver.events.filter(({ subtype }) => subtype === 'status')).toMatchObject([
      { type: 'system', status: null, permissionMode: 'plan' },
    ])
    expect(await driver.refusal('set_permission_mode', { mode: 'yolo' })).toContain('yolo')
  })

  it('asks nobody only where the start allowed it', async () => {
    const careful = await bench.start()
    const mode = { mode: 'bypassPermissions' }
    expect(await careful.refusal('set_permission_mode', mode)).toContain('--dangerously-skip-permissions')
    expect(
      await careful.get('apply_flag_settings', {
        settings: { permissions: { defaultMode: 'bypassPermissions' } },
      }),
    ).toMatchObject({
      applied: [],
      ignored: { 'permissions.defaultMode': expect.stringContaining('Cannot set') },
    })
    expect(await careful.get('initialize')).toMatchObject({ current_permission_mode: 'default' })
    for (const argv of [
      ['--allow-dangerously-skip-permissions'],
      ['--permission-mode', 'bypassPermissions'],
    ]) {
      const free = await bench.start([], { argv })
      expect(await free.get('set_permission_mode', mode)).toEqual(mode)
    }
  })
})

describe('the model', () => {
  it('is another one from the next turn on, by its name or its family', async () => {
    const driver = await bench.start(['One.', 'Two.', 'Three.', 'Four.'], { argv: ['--model', 'haiku'] })
    await driver.say('a')
    expect(await driver.get('set_model', { model: 'claude-sonnet-4-6' })).toEqual({
      model: 'claude-sonnet-4-6',
    })
    await driver.say('b')
    const { model } = await driver.get('set_model', { model: 'opus' })
    await driver.say('c')
    await driver.get('set_model', { model: null })
    await driver.say('d')
    const asked = bench.requests().map(({ model }) => model)
    expect(asked).toEqual([asked[0], 'claude-sonnet-4-6', model, asked[0]])
    expect(asked[0]).toMatch(/^claude-haiku-/)
    expect(model).toMatch(/^claude-opus-/)
    expect(await driver.refusal('set_model', { model: 7 })).toContain('model')
    expect(await driver.refusal('set_model', { model: '  ' })).toContain('name')
  })

  it('is told with what it can do', async () => {
    const driver = await bench.start()
    const { models } = await driver.get('list_models')
    expect(models).toEqual((await driver.get('initialize')).models)
    expect(models).toContainEqual(
      expect.objectContaining({
        value: 'claude-haiku-4-5',
        supportsEffort: false,
        supportsAdaptiveThinking: false,
        supportsThinkingOff: true,
      }),
    )
    expect(models).toContainEqual(
      expect.objectContaining({ value: 'opus', resolvedModel: expect.any(String) }),
    )
    expect(await driver.get('get_binary_version')).toMatchObject({ version: expect.stringMatching(/^\d/) })
  })
})

describe('thinking', () => {
  it('is set for the next turn in words that each model takes', async () => {
    const driver = await bench.start(['One.', 'Two.', 'Three.', 'Four.', 'Five.'], {
      argv: ['--model', 'claude-haiku-4-5', '--max-thinking-tokens', '2000'],
    })
    await driver.say('a')
    await driver.get('set_max_thinking_tokens', { max_thinking_tokens: 5000, thinking_display: 'omitted' })
    await driver.say('b')
    await driver.get('set_max_thinking_tokens', { max_thinking_tokens: 0 })
    await driver.say('c')
    await driver.get('set_model', { model: 'claude-opus-5-5' })
    await driver.say('d')
    await driver.get('set_model', { model: 'claude-haiku-4-5' })
    await driver.get('set_max_thinking_tokens', { max_thinking_tokens: null, thinking_display: null })
    await driver.say('e')
    expect(bench.requests().map(({ thinking }) => thinking)).toEqual([
      { type: 'enabled', budget_tokens: 2000 },
      { type: 'enabled', budget_tokens: 5000, display: 'omitted' },
      { type: 'disabled' },
      undefined,
      { type: 'enabled', budget_tokens: 2000 },
    ])
    expect(bench.refusals()).toEqual([])
    for (const max_thinking_tokens of [-1, 1.5, 'many'])
      expect(await driver.refusal('set_max_thinking_tokens', { max_thinking_tokens })).toContain(
        'whole number',
      )
    expect(await driver.refusal('set_max_thinking_tokens', { thinking_display: 'highlights' })).toContain(
      'hosts',
    )
  })
})
