import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolHarness, type ToolHarness } from '../../testing/tool-harness.ts'
import type { AgentTool } from '../../tool/agent-tool.ts'
import { createBashTool } from './bash-tool.ts'

let harness: ToolHarness
let bash: AgentTool

beforeEach(async () => {
  harness = await createToolHarness()
  bash = createBashTool({ graceMs: 200, progressMs: 50 })
})

afterEach(() => harness.close())

const run = (command: string, fields: object = {}) => harness.run(bash, { command, ...fields })

describe('a command that ends', () => {
  it('gives stdout and stderr apart to programs and together to the model', async () => {
    const { outcome, text } = await run('echo out; echo err >&2')
    expect(text).toBe('out\nerr')
    expect(outcome.isError).toBeUndefined()
    expect(outcome.data).toEqual({ stdout: 'out', stderr: 'err', interrupted: false, isImage: false })
  })

  it('says its exit code and what it printed when it fails', async () => {
    const { outcome, text } = await run('echo before; echo why >&2; exit 42')
    expect(text).toBe('Exit code 42\nbefore\nwhy')
    expect(outcome.isError).toBe(true)
    expect(outcome.data).toBe('Error: Exit code 42\nbefore\nwhy')
  })

  it.each([
    ['false', 1],
    ['exit 3', 3],
    ['no_such_program_here', 127],
    ['echo "unbalanced', 2],
    ['set -e; false; echo not reached', 1],
    ['true && (exit 7)', 7],
    ['f() { return 9; }; f', 9],
    ['false | true; false', 1],
    ['kill -9 $$', null],
  ])('keeps the exit code of %j', async (command, code) => {
    const { text, outcome } = await run(command)
    expect(outcome.isError).toBe(true)
    expect(text.split('\n')[0]).toBe(
      code === null ? 'The command was ended by the signal SIGKILL' : `Exit code ${code}`,
    )
    expect(text).not.toContain('not reached')
  })

  it('calls it no failure when grep finds nothing', async () => {
    const { outcome, text } = await run('echo a | grep b')
    expect(outcome.isError).toBeUndefined()
    expect(text).toBe('(No matches found)')
    expect(outcome.data).toMatchObject({ returnCodeInterpretation: 'No matches found' })
  })

  it('says when nothing was printed', async () => {
    expect((await run('true')).text).toBe('(no output)')
  })

  it('gives it no input: a program that reads gets the end of the file', async () => {
    expect((await run('read line || echo nothing')).text).toBe('nothing')
  })

  it('takes the environment of the context', async () => {
    const other = await createToolHarness({ env: { PATH: process.env.PATH, GREETING: 'hello' } })
    try {
      expect((await other.run(bash, { command: 'echo "$GREETING"' })).text).toBe('hello')
    } finally {
      await other.close()
    }
  })

  it('survives bytes that are no UTF-8 and strips escapes', async () => {
    const { text } = await run(`printf 'a\\xff\\xfeb \\033[31mred\\033[0m \\342\\202'`)
    expect(text).toBe('a\ufffd\ufffdb red \ufffd')
  })

  it('keeps a character whose bytes come in two pieces', async () => {
    expect((await run(`printf '\\342\\202'; sleep 0.05; printf '\\254'`)).text).toBe('€')
  })

  it('keeps head and tail of long output and says how much is missing', async () => {
    const { text } = await run('echo first; seq 1 200000; echo last')
    expect(text.startsWith('first\n1\n2\n')).toBe(true)
    expect(text.endsWith('199999\n200000\nlast')).toBe(true)
    expect(text.length).toBeLessThan(30_200)
    const total =
      'first\nlast\n'.length +
      Array.from({ length: 200_000 }, (_, i) => `${i + 1}\n`.length).reduce((a, b) => a + b)
    expect(text).toContain(`[… ${total - 30_000} characters left out …]`)
  })

  it('shares the room between two long streams', async () => {
    const { text } = await run('seq 1 20000; seq 1 20000 >&2; exit 1')
    expect(text.length).toBeLessThan(30_400)
    expect(text.match(/characters left out/g)).toHaveLength(2)
  })
})

describe('the folder in which it runs', () => {
  beforeEach(() => mkdirSync(harness.path('sub', 'deep'), { recursive: true }))

  it('stays where the last command went, also when that failed', async () => {
    await run('cd sub')
    expect((await run('pwd')).text).toBe(harness.path('sub'))
    await run('cd deep && exit 4')
    expect((await run('pwd')).text).toBe(harness.path('sub', 'deep'))
    const { access } = await harness.prepare(bash, { command: 'rm x' })
    expect(access).toEqual({ kind: 'command', command: 'rm x', cwd: harness.path('sub', 'deep') })
  })

  it('is not changed by a subshell', async () => {
    await run('(cd sub); echo x > file')
    expect(existsSync(harness.path('file'))).toBe(true)
    expect((await run('pwd')).text).toBe(harness.cwd)
  })

  it('goes back to the project when the command left it, and says so', async () => {
    const { text } = await run('cd / && echo there')
    expect(text).toBe(`there\nThe shell is back in ${harness.cwd}: / is outside of the project.`)
    expect((await run('pwd')).text).toBe(harness.cwd)
  })

  it('is not fooled by a link that leads out of the project', async () => {
    symlinkSync('/', harness.path('way-out'))
    await run('cd way-out')
    expect((await run('pwd')).text).toBe(harness.cwd)
  })

  it('may be another folder that was allowed', async () => {
    const other = realpathSync(tmpdir())
    bash = createBashTool({ additionalDirectories: [other] })
    await run(`cd ${other}`)
    expect((await run('pwd')).text).toBe(other)
  })

  it('is the project again when it was removed', async () => {
    await run('cd sub/deep')
    await run('rmdir ../deep; true')
    expect((await run('pwd')).text).toBe(harness.cwd)
  })

  it('is not followed when the command has a trap of its own', async () => {
    const { text } = await run('trap "echo bye" EXIT; cd sub; exit 5')
    expect(text).toBe('Exit code 5\nbye')
    expect((await run('pwd')).text).toBe(harness.cwd)
  })

  it('has an error of its own when it does not exist', async () => {
    const { context } = harness
    const call = await bash.prepare({ command: 'pwd' }, { ...context, cwd: harness.path('nowhere') })
    if ('problem' in call) throw new Error(call.problem)
    const { value } = await call.run().next()
    expect(value).toMatchObject({
      isError: true,
      content: expect.stringContaining('Does that folder exist?'),
    })
  })
})

describe('an input', () => {
  it.each([
    [{}],
    [{ command: '' }],
    [{ command: 'echo \0' }],
    [{ command: `echo ${'x'.repeat(130_000)}` }],
    [{ command: 5 }],
  ])('that cannot be run is refused (%#)', async input => {
    await expect(harness.prepare(bash, input)).rejects.toThrow()
  })

  it('is said to be read-only, and safe beside others, only when it clearly is', async () => {
    expect(await harness.prepare(bash, { command: 'git status | head -3' })).toMatchObject({
      isReadOnly: true,
      isConcurrencySafe: true,
    })
    expect(await harness.prepare(bash, { command: 'cd sub && ls' })).toMatchObject({
      isReadOnly: false,
      isConcurrencySafe: false,
    })
  })

  it('asks for the background in vain where there is none', async () => {
    const { outcome, text } = await run('touch ran', { run_in_background: true })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('without run_in_background')
    expect(existsSync(harness.path('ran'))).toBe(false)
  })

  it('without any shell gets an answer that says so', async () => {
    const other = await createToolHarness({ env: { PATH: '' } })
    try {
      // Without a PATH the usual places are tried.
      expect((await other.run(bash, { command: 'echo $0' })).text).toMatch(/^\/.*sh$/)
    } finally {
      await other.close()
    }
  })
})
