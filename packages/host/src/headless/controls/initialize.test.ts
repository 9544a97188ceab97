import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createControlBench, editCall } from '../../../../cli/test/control-bench.ts'

const bench = createControlBench()

describe('initialize', () => {
  it('tells what there is, twice the same, and names the session', async () => {
    await mkdir(join(bench.cwd(), '.claude', 'skills', 'knit'), { recursive: true })
    await writeFile(
      join(bench.cwd(), '.claude', 'skills', 'knit', 'SKILL.md'),
      '---\ndescription: knits\n---\nKnit.',
    )
    const driver = await bench.start(['Hello.'])
    const hooks = { Stop: [{ hookCallbackIds: ['hook_0'] }] }
    const first = await driver.ask('initialize', { title: 'My work', hooks })
    expect(first).toMatchObject({ pending_permission_requests: [], pending_user_dialog_requests: [] })
    expect(first.response).toMatchObject({
      commands: expect.arrayContaining([
        expect.objectContaining({ name: 'compact', builtin: true }),
        expect.objectContaining({ name: 'cost' }),
        { name: 'knit', description: 'knits', argumentHint: '', kind: 'prompt', source: 'skill' },
      ]),
      agents: expect.arrayContaining([expect.objectContaining({ name: 'general-purpose' })]),
      account: { apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' },
      current_permission_mode: 'default',
      session_state: 'idle',
      hooks_applied: true,
    })
    expect((await driver.ask('initialize', { title: 'My work', hooks })).response).toEqual(first.response)
    expect(await driver.get('initialize', { hooks: {} })).toMatchObject({ hooks_applied: false })
    driver.hear({ type: 'control_response', response: {} })
    await driver.end()
    expect((await bench.readLog()).filter(({ type }) => type === 'custom-title')).toMatchObject([
      { customTitle: 'My work' },
    ])
  })

  it('tells a host that comes again what waits for its answer', async () => {
    await writeFile(join(bench.cwd(), 'a.txt'), 'alpha\n')
    const path = join(bench.cwd(), 'a.txt')
    const driver = await bench.start(
      [{ calls: [{ name: 'Read', input: { file_path: path } }] }, editCall(path), 'Done.'],
      {
        argv: ['--permission-prompt-tool', 'stdio'],
      },
    )
    driver.hear({ type: 'user', message: { role: 'user', content: 'edit' } })
    const asked = await driver.until(
      () => driver.events.find(({ type }) => type === 'control_request'),
      'the question',
    )
    const again = await driver.ask('initialize')
    expect(again.pending_permission_requests).toEqual([asked])
    expect(again.response).toMatchObject({ session_state: 'requires_action' })
  })
})
