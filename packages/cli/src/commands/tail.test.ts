import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, startAntiphon, waitForOutput } from '../../test/spawn-antiphon.ts'
import { runHere } from '../../test/test-io.ts'
import { type Io, run } from '../index.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'
const OTHER = '99999999-2222-4333-8444-555555555555'

let root = ''
let env: Record<string, string> = {}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'antiphon-tail-'))
  env = { CLAUDE_CONFIG_DIR: root, HOME: root }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(name: string, text: string): string {
  const path = join(root, 'projects', name)
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, text)
  return path
}

let count = 0
function line(text: string, fields: object = {}): string {
  count += 1
  const uuid = `${String(count).padStart(8, '0')}-0000-4000-8000-000000000000`
  const message = { id: `msg_${count}`, role: 'assistant', content: [{ type: 'text', text }] }
  return `${JSON.stringify({ type: 'assistant', uuid, parentUuid: null, sessionId: SESSION, message, ...fields })}\n`
}

type Running = {
  readonly stdout: () => string
  readonly stderr: () => string
  readonly waitFor: (words: string) => Promise<void>
  readonly interrupt: () => Promise<number>
}

/** Runs a command line in this process until it is interrupted. */
function start(argv: readonly string[]): Running {
  const interruption = new AbortController()
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr'): Io['stdout'] => ({
    write: async text => {
      written[name] += text
    },
    isTerminal: false,
    columns: () => undefined,
  })
  const io: Io = {
    stdin: Readable.from([]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    signal: interruption.signal,
    onClosedOutput: () => {},
  }
  const ended = run(argv, io)
  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    async waitFor(words) {
      for (let waited = 0; !written.stdout.includes(words); waited += 10) {
        if (waited > 20_000)
          throw new Error(`waited in vain for ${words} in:\n${written.stdout}\n${written.stderr}`)
        await sleep(10)
      }
    },
    interrupt() {
      interruption.abort()
      return ended
    },
  }
}

describe('antiphon tail', () => {
  it('shows the end of the session that changed last, then what comes, subagents included', async () => {
    utimesSync(put(`-p/${OTHER}.jsonl`, line('Old.')), 1000, 1000)
    const path = put(`-p/${SESSION}.jsonl`, ['1', '2', '3'].map(text => line(`Part ${text}.`)).join(''))
    const tail = start(['tail', '-n', '2'])
    await tail.waitFor('Part 3.')
    appendFileSync(path, line('New.'))
    await tail.waitFor('New.')
    put(`-p/${SESSION}/subagents/agent-a1.jsonl`, line('I help.', { isSidechain: true, agentId: 'a1' }))
    await tail.waitFor('I help.')
    put('-p/agent-b2.jsonl', line('So do I.', { isSidechain: true, agentId: 'b2' }))
    put('-p/agent-c3.jsonl', line('Not here.', { sessionId: OTHER, isSidechain: true, agentId: 'c3' }))
    put(`-p/${OTHER}.jsonl`, line('Nor here.', { sessionId: OTHER }))
    await tail.waitFor('So do I.')
    appendFileSync(path, line('The end.'))
    await tail.waitFor('The end.')
    expect(await tail.interrupt()).toBe(130)
    expect(tail.stderr()).toBe(`Following the session that changed last: ${SESSION}.\n`)
    expect(`\n${tail.stdout()}`).toBe(`
● Part 2.

● Part 3.

● New.
  ┊ subagent a1
  ┊ ● I help.
  ┊ subagent b2
  ┊ ● So do I.

● The end.
`)
  })

  it('loses nothing between the end that it read and what it follows', async () => {
    const two = line('Two.')
    const path = put(`-p/${SESSION}.jsonl`, line('One.') + two.slice(0, 40))
    const tail = start(['tail', SESSION, '--json'])
    await tail.waitFor('One.')
    appendFileSync(path, `${two.slice(40)}oops\n${line('Three.')}`)
    await tail.waitFor('Three.')
    await tail.interrupt()
    const lines = tail
      .stdout()
      .trimEnd()
      .split('\n')
      .map(text => JSON.parse(text))
    expect(lines.every(item => item.path === path)).toBe(true)
    expect(lines.map(({ kind, entry }) => entry?.message.content[0].text ?? kind)).toEqual([
      'One.',
      'Two.',
      'bad',
      'Three.',
    ])
  })

  it('follows all sessions, or those of a project', async () => {
    put(`-p/${SESSION}.jsonl`, line('Old.'))
    const all = start(['tail', '--all'])
    const none = await runHere(['tail', '--project', 'no-such-project'], { env })
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('is no project') })
    put(`-q/${OTHER}.jsonl`, line('Elsewhere.', { sessionId: OTHER }))
    const other = start(['tail', '--project', '-q'])
    // Both watch when they show what is written again and again.
    for (const tail of [all, other])
      for (let n = 0; !tail.stdout().includes('Again'); n++) {
        if (n > 1000) throw new Error(`nothing came: ${tail.stderr()}`)
        put(`-q/${OTHER}.jsonl`, line(`Again ${n}.`, { sessionId: OTHER }))
        await sleep(20)
      }
    put(`-p/${SESSION}.jsonl`, line('Here.'))
    await all.waitFor('Here.')
    expect(all.stdout()).toContain(`── ${SESSION} · -p ──`)
    expect(await all.interrupt()).toBe(130)
    await other.interrupt()
    expect(other.stdout()).not.toContain('Here.')
    expect(all.stdout()).not.toContain('Old.')
  })

  it('tells when the file is written anew, and shows its last messages', async () => {
    // Longer than what replaces it: a look that comes late must see that it was cut.
    const path = put(`-p/${SESSION}.jsonl`, line('Old.').repeat(4) + line('Older.'))
    const tail = start(['tail', path, '-n', '1'])
    await tail.waitFor('Older.')
    writeFileSync(path, ['A', 'B', 'C'].map(text => line(text)).join(''))
    await tail.waitFor('● C')
    await tail.interrupt()
    expect(tail.stdout()).toContain('was cut or written anew')
    expect(tail.stdout()).not.toContain('● A')
  })

  it('ends after the last messages with --no-follow, and counts what a person sees', async () => {
    const title = `${JSON.stringify({ type: 'custom-title', customTitle: 'x' })}\n`
    const path = put(`-p/${SESSION}.jsonl`, line('One.') + line('Two.') + line('Three.') + title.repeat(500))
    const few = await runHere(['tail', path, '--no-follow', '-n', '2'], { env })
    expect(few).toEqual({ code: 0, stderr: '', stdout: '● Two.\n\n● Three.\n' })
    const none = await runHere(['tail', path, '--no-follow', '-n', '0'], { env })
    expect(none.stdout).toBe('')
    const raw = await runHere(['tail', path, '--no-follow', '-n', '2', '--json'], { env })
    expect(
      raw.stdout
        .trimEnd()
        .split('\n')
        .map(text => JSON.parse(text).entry.type),
    ).toEqual(['custom-title', 'custom-title'])
  })

  it.each([
    [['tail', '-'], 'Standard input cannot be followed'],
    [['tail', 'x.jsonl.gz'], 'is packed and does not grow'],
    [['tail', 'abcd', '--all'], 'only one of them'],
    [['tail', '--all', '--no-follow'], '--no-follow needs one session'],
    [['tail', '-n', 'many'], 'It must be a whole number'],
    [['tail', '.'], 'cannot be read'],
  ])('refuses %j', async (argv, words) => {
    put(`-p/${SESSION}.jsonl`, line('One.'))
    const { code, stderr } = await runHere(argv, { env })
    expect(code).toBe(2)
    expect(stderr).toContain(words)
  })

  it('says so where there are no sessions', async () => {
    const { code, stderr } = await runHere(['tail'], { env: { HOME: join(root, 'nowhere') } })
    expect(code).toBe(2)
    expect(stderr).toContain('no sessions')
  })

  it('ends with 130 at Ctrl-C, as a process', async () => {
    const path = put(`-p/${SESSION}.jsonl`, line('One.'))
    const child = startAntiphon(['tail', path])
    const ended = collect(child)
    await waitForOutput(child, 'One.')
    appendFileSync(path, line('Two.'))
    await waitForOutput(child, 'Two.')
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toBe('')
  })
})
