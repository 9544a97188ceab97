import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NO_SANDBOX, TOOL } from '@antiphon/engine/testing/sandbox/sandbox-scene'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { afterEach, describe, expect, it } from 'vitest'
import { createHeadlessKit, type Ended, type HeadlessKit } from './headless-kit.ts'

let kit: HeadlessKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const STREAM = ['-p', 'hello', '--output-format', 'stream-json', '--verbose']

type Run = { readonly ended: Ended; readonly results: string; readonly kit: HeadlessKit }

/** Runs the executable with a model that calls Bash with each input, then ends. */
async function run(inputs: readonly object[], settings: object, argv: readonly string[] = []): Promise<Run> {
  const replies: ScriptReply[] = [
    ...inputs.map(input => ({ calls: [{ name: 'Bash', input: input as Record<string, string> }] })),
    'Done.',
  ]
  const opened = await createHeadlessKit(createScriptModel(replies))
  kit = opened
  mkdirSync(join(opened.folder, '..', 'outside'), { recursive: true })
  writeFileSync(join(opened.folder, '.env'), 'KEY=the-secret-value')
  const agent = opened.start([...[...STREAM, '--settings', JSON.stringify(settings)], ...argv])
  agent.hush()
  const ended = await agent.ended
  return { ended, results: JSON.stringify(opened.simulator.log.all().at(-1)), kit: opened }
}

describe.skipIf(NO_SANDBOX !== null)(`an agent whose commands run inside (${NO_SANDBOX ?? TOOL})`, () => {
  const deny = ['Read(.env)']
  it('runs them unasked where they stay in the folder, and the system keeps the rest', async () => {
    const { ended, results, kit } = await run(
      [
        { command: 'echo made > made.txt' },
        { command: 'f=.env; cat $f; python3 -c "print(open(\'.env\').read())"' },
        { command: 'echo x > ../outside/x' },
        { command: 'echo x > ../outside/y', dangerouslyDisableSandbox: true },
      ],
      { sandbox: { enabled: true }, permissions: { deny } },
    )
    expect(ended.code).toBe(0)
    expect(readFileSync(join(kit.folder, 'made.txt'), 'utf8')).toBe('made\n')
    expect(results).not.toContain('the-secret-value')
    expect(results).toContain('only in the working folders')
    // Nobody can be asked here, so nothing gets out.
    for (const name of ['x', 'y']) expect(existsSync(join(kit.folder, '../outside', name))).toBe(false)
  })

  it('keeps the rules for files in every mode, without any setting', async () => {
    const { results } = await run(
      [
        { command: 'python3 -c "print(open(\'.env\').read())"' },
        { command: 'cp -r . ../copy; cat ../copy/.env' },
      ],
      { permissions: { deny } },
      ['--dangerously-skip-permissions'],
    )
    expect(results).not.toContain('the-secret-value')
    expect(results).toContain('tool_result')
  })

  it('says what is in force, without asking the model', async () => {
    const opened = await createHeadlessKit(createScriptModel([]))
    kit = opened
    const agent = opened.start([
      '-p',
      '/sandbox',
      ...STREAM.slice(2),
      '--settings',
      '{"sandbox":{"enabled":true}}',
    ])
    agent.hush()
    const ended = await agent.ended
    expect(ended).toMatchObject({ code: 0 })
    const result = agent.events.find(({ type }) => type === 'result')
    expect(result).toMatchObject({
      is_error: false,
      result: expect.stringContaining('Commands run inside, unasked'),
    })
    expect(opened.simulator.log.all()).toEqual([])
  })
})

describe('a sandbox that is asked for where there is none', () => {
  // The tool of macOS is not looked for on the path.
  it.skipIf(TOOL === 'seatbelt')('is missed aloud, and where it must be there nothing runs', async () => {
    const opened = await createHeadlessKit(
      createScriptModel([{ calls: [{ name: 'Bash', input: { command: 'echo ran > ran.txt' } }] }, 'Done.']),
    )
    kit = opened
    const settings = { sandbox: { enabled: true, failIfUnavailable: true }, permissions: { allow: ['Bash'] } }
    const agent = opened.start([...STREAM, '--settings', JSON.stringify(settings)], {
      env: { PATH: '/nowhere' },
    })
    agent.hush()
    const ended = await agent.ended
    expect(ended.stderr).toContain('there is no sandbox: ')
    expect(existsSync(join(opened.folder, 'ran.txt'))).toBe(false)
    expect(JSON.stringify(opened.simulator.log.all().at(-1))).toContain('Nothing is run without one here')
  })
})
