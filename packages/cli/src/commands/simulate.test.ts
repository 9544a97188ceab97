import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { type Io, run } from '../index.ts'
import { DEMO_FILE } from './demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-simulate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HELLO = { model: 'claude-opus-5-5', max_tokens: 100, messages: [{ role: 'user', content: 'hello' }] }

/** Runs the command, sends the bodies when it listens, ends it, and gives what it printed. */
async function simulate(
  argv: readonly string[],
  bodies: readonly unknown[],
): Promise<{ stdout: string; answers: readonly { status: number; body: string }[]; code: number }> {
  const ending = new AbortController()
  const written = { stdout: '', stderr: '' }
  let onListening: (url: string) => void = () => {}
  const listening = new Promise<string>(resolve => {
    onListening = resolve
  })
  const output = (name: 'stdout' | 'stderr'): Io['stdout'] => ({
    isTerminal: false,
    columns: () => undefined,
    write: async text => {
      written[name] += text
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (url) onListening(url)
    },
  })
  const io: Io = {
    stdin: Readable.from([]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {},
    signal: ending.signal,
    onClosedOutput: () => {},
  }
  const running = run(['simulate', '--port', '0', ...argv], io)
  const url = await Promise.race([
    listening,
    running.then(() => Promise.reject(new Error('it ended by itself'))),
  ])
  const answers = []
  for (const body of bodies) {
    const headers = { 'x-api-key': 'k', 'anthropic-version': '2026-10-21' }
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    answers.push({ status: response.status, body: await response.text() })
  }
  ending.abort()
  return { code: await running, stdout: written.stdout, answers }
}

describe('antiphon simulate', () => {
  it('answers from a script and shows each request, refused ones with their rule', async () => {
    const script = join(folder, 'script.json')
    writeFileSync(script, JSON.stringify([{ text: 'from the script' }]))
    const { code, stdout, answers } = await simulate(
      ['--script', script],
      [HELLO, { ...HELLO, messages: [] }],
    )
    expect(code).toBe(0)
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expect(answers[0]?.body).toContain('from the script')
    expect(stdout).toMatch(/200 {2}claude-opus-5-5 {2}1 message .* end_turn/)
    expect(stdout).toContain('ENV-15 invalid_request_error: messages: at least one message is required')
    expect(stdout).toContain('2 requests, refused: ENV-15 × 1')
  })

  it('says why the cache did not help, and what changed', async () => {
    const ask = (rules: string): unknown => ({
      ...HELLO,
      system: [{ type: 'text', text: rules.repeat(900), cache_control: { type: 'ephemeral' } }],
    })
    const { stdout } = await simulate([], [ask('be kind today '), ask('be kind to-day ')])
    expect(stdout).toContain('cache: the system prompt changed at system.0')
    expect(stdout).toContain('was {"text":"be kind today')
    expect(stdout).toContain('is  {"text":"be kind to-day')
  })

  it('fails on demand', async () => {
    const { answers, stdout } = await simulate(['--fault', '529', '--fault', '429'], [HELLO, HELLO, HELLO])
    expect(answers.map(({ status }) => status)).toEqual([529, 429, 200])
    expect(stdout).toContain('fault: error')
  })

  it('prints a line of JSON for each request, and the summary as the last', async () => {
    const { stdout } = await simulate(['--json'], [HELLO])
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toMatchObject([
      { number: 0, status: 200 },
      { requests: 1, refused: {}, replay: null },
    ])
  })

  it('replays the bundled session', async () => {
    const { answers, stdout } = await simulate(['--replay', DEMO_FILE], [HELLO])
    expect(answers[0]?.status).toBe(200)
    expect(stdout).toMatch(/replayed 1 of \d+ answers, 1 request differed/)
  })

  it.each([
    [['--script', 'a', '--replay', 'b'], /either --script or --replay/],
    [['--script', join(folder, 'nowhere.json')], /cannot be read/],
    [['--fault', 'earthquake'], /no fault is called earthquake/],
    [['--port', 'high'], /a number from 0 to 65535/i],
    [['--chance', '2'], /from 0 to 1/],
  ])('says what is wrong with %j', async (argv, words) => {
    const { code, stderr } = await runHere(['simulate', ...argv])
    expect(code).toBe(2)
    expect(stderr).toMatch(words)
  })

  it('says where a script is wrong', async () => {
    const script = join(folder, 'wrong.json')
    writeFileSync(script, '[{"text": "a"}, {"calls": "none"}]')
    const { code, stderr } = await runHere(['simulate', '--script', script])
    expect(code).toBe(2)
    expect(stderr).toContain('reply 2: calls must be a list')
  })
})
