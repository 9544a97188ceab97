import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createScriptModel, type ScriptReply, type Simulator, startSimulator } from '@antiphon/simulator'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

const all = mkdtempSync(join(tmpdir(), 'antiphon-agent-'))
afterAll(() => rmSync(all, { recursive: true, force: true }))

let count = 0
let folder = ''
let home = ''
let simulator: Simulator | undefined
beforeEach(() => {
  const base = join(all, String(count++))
  folder = join(base, 'project')
  home = join(base, 'home')
  mkdirSync(folder, { recursive: true })
})
afterEach(async () => {
  await simulator?.close()
  simulator = undefined
})

async function script(...replies: readonly ScriptReply[]): Promise<Record<string, string>> {
  simulator = await startSimulator({ model: createScriptModel(replies) })
  return { ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }
}

async function run(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  stdin = '',
): Promise<Ran> {
  const child = startAntiphon(argv, { HOME: home, ANTHROPIC_API_KEY: '', ...env }, folder)
  const ended = collect(child)
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  return ended
}

function findFile(folder: string, name: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(path => path.endsWith(name))
  return join(folder, found ?? '')
}

const bash = (command: string): ScriptReply => ({
  text: 'Let me run it.',
  calls: [{ name: 'Bash', input: { command } }],
})

describe('antiphon -p', () => {
  it('works without a key, says so, keeps the session, and goes on with it', async () => {
    writeFileSync(join(folder, 'song.txt'), 'two choirs\n')
    const first = await run(['-p', 'read song.txt'])
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('demo model') })
    expect(first.stdout).toContain('two choirs')
    const second = await run(['-c', '-p', 'write hello to hello.txt', '--permission-mode', 'acceptEdits'])
    expect(second.code).toBe(0)
    expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toContain('hello')
    const listed = await run(['ls', '--json'])
    expect(JSON.parse(listed.stdout)).toHaveLength(1)
  })

  it('reads a prompt from standard input, and prints the result as JSON', async () => {
    const env = await script('From the script.')
    const { stdout, code } = await run(['-p', 'sum it up', '--output-format', 'json'], env, 'some text')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'result',
      subtype: 'success',
      result: 'From the script.',
      num_turns: 1,
    })
    expect(JSON.stringify(simulator?.log.all()[0]?.request)).toContain('some text\\n\\nsum it up')
  })

  it('does not wait for ever for a pipe that nobody writes to', async () => {
    const env = await script('Hello.')
    const child = startAntiphon(['-p', 'hi'], { HOME: home, ...env }, folder)
    const { stdout, stderr, code } = await collect(child)
    expect({ stdout, code }).toEqual({ stdout: 'Hello.\n', code: 0 })
    expect(stderr).toContain('nothing comes from standard input')
  })

  it('goes on behind an earlier message, and says where there is none', async () => {
    const env = await script('One.', 'Two.', 'Three.')
    const first = JSON.parse((await run(['-p', 'first', '--output-format', 'json'], env)).stdout)
    await run(['-p', 'a later wish', '--resume', first.session_id], env)
    const nobody = await run(['-p', 'x', '--resume', first.session_id, '--resume-session-at', 'nobody'], env)
    expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('no message nobody') })
    const file = findFile(join(home, '.antiphon'), `${first.session_id}.jsonl`)
    const answer = readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line))
      .find(({ type }) => type === 'assistant')
    const third = await run(
      ['-p', 'third', '--resume', first.session_id, '--resume-session-at', answer.uuid],
      env,
    )
    expect(third.stdout).toBe('Three.\n')
    const sent = JSON.stringify(simulator?.log.all()[2]?.request)
    expect(sent).toContain('One.')
    expect(sent).not.toContain('a later wish')
  })

  it('runs nothing that nobody allowed, and says how to allow it', async () => {
    const env = await script(bash('touch made.txt'), 'I may not.')
    const { stdout, stderr, code } = await run(['-p', 'go'], env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I may not.\n' })
    expect(stderr).toContain('a call of Bash was refused')
    expect(existsSync(join(folder, 'made.txt'))).toBe(false)
  })

  it('runs what a rule allows, and never what a rule denies', async () => {
    const env = await script(bash('touch made.txt'), bash('touch made.txt; rm made.txt'), 'Done.')
    const { stdout } = await run(
      ['-p', 'go', '--allowedTools', 'Bash(touch:*)', '--disallowedTools', 'Bash(rm:*)'],
      env,
    )
    expect(stdout).toBe('Done.\n')
    expect(existsSync(join(folder, 'made.txt'))).toBe(true)
  })

  it('says what is wrong without a stack: no prompt, a wrong key, an unknown session', async () => {
    expect(await run(['-p'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no prompt'),
    })
    const env = await script('x')
    await simulator?.close()
    const unreachable = await run(['-p', 'hi', '--no-session-persistence', '--max-turns', '1'], {
      ...env,
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      CLAUDE_CODE_MAX_RETRIES: '0',
    })
    expect(unreachable.code).toBe(1)
    expect(unreachable.stderr).not.toMatch(/\n\s+at /)
    const nobody = await run(['--resume', 'deadbeef', '-p', 'hi'])
    expect(nobody.code).toBe(2)
    expect(nobody.stderr).toContain('deadbeef')
  })

  it('loses nothing when it is killed in the middle of a turn: the next one goes on, and no request is refused', async () => {
    const env = await script(
      ...Array.from(
        { length: 40 },
        (_, index): ScriptReply =>
          index % 3 === 2
            ? 'A pause.'
            : {
                thinking: `step ${index}`,
                text: `Step ${index}.`,
                calls: [{ name: 'Bash', input: { command: `echo ${index}; sleep 0.2` } }],
                pace: 5,
              },
      ),
    )
    await run(['-p', 'begin', '--allowedTools', 'Bash'], env)
    for (const delay of [0, 120, 350]) {
      const before = simulator?.log.all().length ?? 0
      const child = startAntiphon(
        ['-c', '-p', `go on ${delay}`, '--allowedTools', 'Bash'],
        { HOME: home, ...env },
        folder,
      )
      child.stdin.end()
      const ended = collect(child)
      const deadline = Date.now() + 30_000
      while ((simulator?.log.all().length ?? 0) === before && Date.now() < deadline) await setTimeout(10)
      await setTimeout(delay)
      child.kill('SIGKILL')
      await ended
    }
    const last = await run(['-c', '-p', 'the end', '--allowedTools', 'Bash'], env)
    expect(last.code).toBe(0)
    const requests = simulator?.log.all() ?? []
    expect(
      requests.map(({ refusal }) => refusal?.message ?? null).filter(message => message !== null),
    ).toEqual([])
    const prompts = JSON.stringify(requests.at(-1)?.request?.messages)
    for (const delay of [0, 120, 350]) expect(prompts).toContain(`go on ${delay}`)
  })
})
