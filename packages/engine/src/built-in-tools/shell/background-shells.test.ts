import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isGroupAlive } from '../../process/process-group.ts'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import type { BackgroundShells, ShellOutput } from '../../tool/session-services.ts'
import { createBashOutputTool, createKillShellTool } from './bash-output-tool.ts'
import { createBashTool } from './bash-tool.ts'
import { createBackgroundShells } from './create-background-shells.ts'
import { filterLines } from './describe-shell-output.ts'

let harness: ToolHarness
let shells: BackgroundShells
const bash = createBashTool()
const output = createBashOutputTool()
const kill = createKillShellTool()

beforeEach(async () => {
  shells = createBackgroundShells({ env: process.env, graceMs: 200 })
  harness = await createToolHarness({ services: { shells } })
})

afterEach(async () => {
  await shells.close()
  await harness.close()
})

async function start(command: string): Promise<string> {
  const { outcome } = await harness.run(bash, { command, run_in_background: true })
  expect(outcome).toMatchObject({ data: { backgroundTaskId: expect.any(String), interrupted: false } })
  return (outcome.data as { backgroundTaskId: string }).backgroundTaskId
}

async function readUntil(id: string, isDone: (all: string, output: ShellOutput) => boolean): Promise<string> {
  let all = ''
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const read = shells.read(id)
    if (!read) throw new Error('unknown')
    all += read.stdout
    if (isDone(all, read)) return all
    await sleep(10)
  }
  throw new Error(`never: ${all}`)
}

describe('a command in the background', () => {
  it('tells each time what is new, and how it ended', async () => {
    const id = await start('echo one; until [ -f go ]; do sleep 0.02; done; echo two; exit 3')
    await readUntil(id, all => all === 'one\n')
    expect(shells.read(id)).toMatchObject({ stdout: '', status: 'running', exitCode: null })
    await harness.run(bash, { command: 'touch go' })
    const { text, outcome } = await harness.run(output, { bash_id: id, block: true, timeout: 20_000 })
    expect(text).toMatch(
      /^<status>failed<\/status>\n\n<exit_code>3<\/exit_code>\n\n<stdout>\ntwo\n<\/stdout>\n\n<timestamp>/,
    )
    expect(outcome.data).toMatchObject({
      shellId: id,
      status: 'failed',
      exitCode: 3,
      stdout: 'two\n',
      stderr: '',
    })
  })

  it('is found under the newer names too', async () => {
    const id = await start('echo hello')
    const { text, outcome } = await harness.run(output, { task_id: id, block: true, timeout: 20_000 })
    expect(text).toContain('<status>completed</status>')
    expect(outcome.data).toEqual({
      retrieval_status: 'success',
      task: {
        task_id: id,
        task_type: 'local_bash',
        status: 'completed',
        description: 'echo hello',
        output: 'hello\n',
        exitCode: 0,
      },
    })
    expect(output.aliases).toContain('TaskOutput')
    expect(kill.aliases).toEqual(['KillBash', 'TaskStop'])
  })

  it('is not ready under the newer names, or was waited for too long, until it has ended', async () => {
    const started = { command: 'sleep 1000', description: 'Sleeps', run_in_background: true }
    const { outcome } = await harness.run(bash, started)
    const task_id = (outcome.data as { backgroundTaskId: string }).backgroundTaskId
    const ask = async (fields: object) => (await harness.run(output, { task_id, ...fields })).outcome.data
    expect(await ask({})).toMatchObject({ retrieval_status: 'not_ready', task: { description: 'Sleeps' } })
    expect(await ask({ block: true, timeout: 50 })).toMatchObject({ retrieval_status: 'timeout' })
    expect((await harness.run(kill, { task_id })).outcome.data).toEqual({
      message: expect.stringContaining(task_id),
      task_id,
      task_type: 'local_bash',
    })
    expect(await ask({ block: true, timeout: 20_000 })).toMatchObject({
      retrieval_status: 'success',
      task: { status: 'killed', exitCode: null },
    })
  })

  it('shows only the lines that a filter matches', async () => {
    const id = await start('echo apple; echo pear; echo apricot')
    const { text } = await harness.run(output, { bash_id: id, block: true, timeout: 20_000, filter: '^ap' })
    expect(text).toContain('<stdout>\napple\napricot\n</stdout>')
  })

  it('is stopped with everything that it started', async () => {
    const id = await start('echo $$; sleep 1000 & sleep 1000')
    const group = Number(await readUntil(id, all => all.endsWith('\n')))
    expect((await harness.run(kill, { shell_id: id })).outcome.data).toMatchObject({ shell_id: id })
    await readUntil(id, (_, { status }) => status === 'killed')
    expect(isGroupAlive(group)).toBe(false)
    expect((await harness.run(kill, { shell_id: id })).text).toContain('already ended')
  })

  it('ends with the session', async () => {
    const id = await start(`trap '' TERM; echo $$; while true; do sleep 0.05; done`)
    const group = Number(await readUntil(id, all => all.endsWith('\n')))
    await shells.close()
    expect(isGroupAlive(group)).toBe(false)
    expect(shells.list()).toEqual([{ id, command: expect.any(String), isRunning: false }])
  })

  it('takes what it left behind along when the session ends', async () => {
    const id = await start('echo $$; sleep 1000 &')
    const group = Number(await readUntil(id, (_, { status }) => status === 'completed'))
    expect(isGroupAlive(group)).toBe(true)
    await shells.close()
    expect(isGroupAlive(group)).toBe(false)
  })

  it('prints without end in bounded memory', async () => {
    const id = await start('seq 1 300000')
    const { text } = await harness.run(output, { bash_id: id, block: true, timeout: 60_000 })
    expect(text.length).toBeLessThan(30_400)
    expect(text).toContain('characters left out')
    expect(text).toContain('\n300000\n')
  })

  it('fails with a reason where it cannot be started', async () => {
    const id = shells.start({ command: 'echo x', cwd: harness.path('nowhere') })
    expect(shells.read(id)).toMatchObject({ status: 'failed', stderr: expect.stringContaining('nowhere') })
  })

  it('is not waited for after an interruption', async () => {
    const id = await start('sleep 1000')
    const reading = harness.run(output, { bash_id: id, block: true, timeout: 600_000 })
    harness.abort()
    expect((await reading).text).toContain('<status>running</status>')
  })
})

describe('an id that nobody gave out', () => {
  it('is answered with those that there are', async () => {
    const id = await start('sleep 1000')
    for (const [tool, input] of [
      [output, { bash_id: 'x' }],
      [kill, { shell_id: 'x' }],
    ] as const) {
      const { outcome, text } = await harness.run(tool, input)
      expect(outcome.isError).toBe(true)
      expect(text).toContain(`${id} (running): sleep 1000`)
    }
    expect(shells.read('x')).toBeNull()
    expect(shells.kill('x')).toBe(false)
  })

  it('is missing: the tools ask for it', async () => {
    for (const tool of [output, kill]) expect((await harness.run(tool, {})).text).toContain('_id')
  })
})

describe('filterLines', () => {
  it('gives up an expression that would take for ever', () => {
    expect(filterLines(`${'a'.repeat(50)}!`, '^(a+)+$', 100)).toEqual({
      problem: expect.stringContaining('100ms'),
    })
  })

  it('says what is wrong with an expression', () => {
    expect(filterLines('a', '(')).toEqual({ problem: expect.stringContaining('Invalid regular expression') })
  })
})

describe('a command that a call waits for', () => {
  it('goes on in the background when somebody wants it, and the call is answered at once', async () => {
    const running = harness.run(bash, {
      command: 'echo begun; while [ ! -e go ]; do sleep 0.02; done; echo ended',
    })
    let moved: readonly string[] = []
    for (let tries = 0; tries < 500 && moved.length === 0; tries++) {
      await sleep(10)
      expect(shells.foreground.move('toolu_other')).toEqual([])
      moved = shells.foreground.move('toolu_test')
    }
    const { outcome } = await running
    expect(outcome).toMatchObject({ data: { backgroundedByUser: true } })
    const [{ id } = { id: '' }] = shells.list()
    expect(outcome.content).toContain(id)
    expect(shells.list()).toMatchObject([{ id, isRunning: true }])
    expect(shells.foreground.move()).toEqual([])
    await writeFile(harness.path('go'), '')
    for (let tries = 0; tries < 500 && shells.list()[0]?.isRunning; tries++) await sleep(10)
    expect(shells.read(id)).toMatchObject({ stdout: 'begun\nended\n', status: 'completed' })
  })
})
