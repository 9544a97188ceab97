import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerLine, toText, userLine } from '@antiphon/search/testing/usage/usage-lines'
import { createSessionTree, type SessionTree } from '@antiphon/transcript/testing/session-tree'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Ran, type RunOptions, runHere } from '../../test/test-io.ts'

let tree: SessionTree
beforeEach(() => {
  tree = createSessionTree()
})
afterEach(() => {
  vi.useRealTimers()
  tree.remove()
})

function usage(argv: readonly string[] = [], options: RunOptions = {}): Promise<Ran> {
  return runHere(['usage', '--timezone', 'UTC', ...argv], {
    ...options,
    env: { HOME: tree.home, COLUMNS: '110', ...options.env },
  })
}

const MILLION = { input_tokens: 1_000_000, output_tokens: 0 }

function writeSessions(): void {
  tree.write('-a/aaaaaaaa-1.jsonl', [
    userLine('Go.'),
    answerLine({ id: 'm1', usage: MILLION, at: '2026-11-14T23:30:00Z' }),
    answerLine({
      id: 'm2',
      usage: { ...MILLION, cache_read_input_tokens: 1_000_000 },
      content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }],
    }),
    userLine([{ type: 'tool_result', tool_use_id: 't1', content: 'x'.repeat(4000) }]),
  ])
  tree.write('-b/bbbbbbbb-1.jsonl', [
    answerLine({ id: 'm3', model: 'glm-4.7', usage: MILLION, fields: { cwd: '/home/dev/lamp' } }),
  ])
}

describe('antiphon usage', () => {
  it('tells tokens and cost by day, and which model has no price', async () => {
    writeSessions()
    const { code, stdout, stderr } = await usage()
    expect(code).toBe(0)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map(line => line.replace(/ +/g, ' ')),
    ).toEqual([
      'day sessions answers input output cache read cost',
      expect.stringMatching(/^2026-11-14 1 1 1\.00M 0 0 \$5\.00 █+▉?/),
      expect.stringMatching(/^2026-11-15 2 2 2\.00M 0 1\.00M >\$5\.50 █+$/),
      'total 2 3 3.00M 0 1.00M >$10.50',
    ])
    expect(stderr).toBe('No price is known for glm-4.7: costs are more than what stands here.\n')
  })

  it('puts together by what is asked for, in the time zone that is asked for', async () => {
    writeSessions()
    const keys = async (...argv: readonly string[]): Promise<readonly string[]> => {
      const { rows } = JSON.parse((await usage(['--json', ...argv])).stdout) as { rows: { key: string }[] }
      return rows.map(({ key }) => key)
    }
    expect(await keys('--by', 'month')).toEqual(['2026-11'])
    expect(await keys('--by', 'week')).toEqual(['2026-W46'])
    expect(await keys('--by', 'project')).toEqual(['/home/dev/harbour', '/home/dev/lamp'])
    expect(await keys('--by', 'model')).toEqual(['claude-opus-4-8', 'glm-4.7'])
    expect(await keys('--by', 'session')).toEqual(['aaaaaaaa-1', 'bbbbbbbb-1'])
    expect(await keys('--timezone', 'Europe/Berlin')).toEqual(['2026-11-15'])
    expect(await keys('--until', '2026-11-14')).toEqual(['2026-11-14'])
    expect(await keys('--by', 'session', '--project', '/home/dev/lamp')).toEqual(['bbbbbbbb-1'])
    expect(await keys('--by', 'session', '--session', 'aaaa')).toEqual(['aaaaaaaa-1'])
  })

  it('tells which tools filled the context, and that it is an estimate', async () => {
    writeSessions()
    const { stdout } = await usage(['--by', 'tool'])
    expect(stdout).toMatch(/\nRead +1 +1 +~1,000 +~1,000 +100\.0% /)
    expect(stdout).toContain('estimated by their size')
  })

  it('remembers what it read in a folder, unless told not to', async () => {
    writeSessions()
    await usage(['--no-cache'])
    expect(readdirSync(tree.home)).not.toContain('.cache')
    await usage()
    expect(readdirSync(join(tree.home, '.cache', 'antiphon', 'usage'))).toHaveLength(1)
    const elsewhere = join(tree.home, 'xdg')
    await usage([], { env: { XDG_CACHE_HOME: elsewhere } })
    expect(readdirSync(join(elsewhere, 'antiphon', 'usage'))).toHaveLength(1)
  })

  it('shows how full the context was', async () => {
    const answers = [100, 90_000, 40_000].map((read, index) =>
      answerLine({
        id: `m${index}`,
        usage: { input_tokens: 0, cache_read_input_tokens: read, output_tokens: 0 },
      }),
    )
    const chain = [userLine('Go.'), ...answers].map((line, index) => ({
      ...line,
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
    }))
    const path = tree.write('-a/aaaaaaaa-1.jsonl', chain)
    const { stdout } = await usage(['--context', 'aaaaaaaa'])
    expect(stdout).toContain('3 answers, the largest context 90,000 of 1.0M tokens, 0 compactions\n▁█▄\n')
    const { points } = JSON.parse((await usage(['--context', path, '--json'])).stdout) as { points: object[] }
    expect(points).toMatchObject([
      { tokens: 100 },
      { tokens: 90_000 },
      { tokens: 40_000, maxTokens: 1_000_000 },
    ])
  })

  it('shows where the prompt cache broke, of one session with its subagents and of all', async () => {
    const write = { input_tokens: 1, cache_creation_input_tokens: 100_000, output_tokens: 1 }
    const pair = (name: string, fields: object = {}): readonly object[] =>
      ['10:00', '10:30'].flatMap(time => [
        userLine('Go.', `2026-11-15T${time}:00Z`, fields),
        answerLine({
          id: `${name}-${time}`,
          usage: write,
          at: `2026-11-15T${time}:10Z`,
          fields: { ...fields },
        }),
      ])
    tree.write('-a/aaaaaaaa-1.jsonl', pair('m'))
    tree.write('-a/aaaaaaaa-1/subagents/agent-7.jsonl', pair('s', { isSidechain: true, agentId: '7' }))
    const one = await usage(['--cache-breaks', 'aaaaaaaa'])
    expect(one.stdout).toMatch(/\n2026-11-15 10:30 +expired +30 min 0 s +100\.0k +0 +100\.0k +\$0\.5750\n/)
    expect(one.stdout).toMatch(/\n2026-11-15 10:30 +7 +expired /)
    expect(one.stdout).toContain(
      '2 breaks, 200.0k tokens sent again, $1.15 beyond reading them from the cache.',
    )
    const all = await usage(['--cache-breaks'])
    expect(all.stdout).toMatch(/\naaaaaaaa +2026-11-15 10:30 +4 +2 +200\.0k +\$1\.15 +expired 2\n/)
    const { sessions } = JSON.parse((await usage(['--cache-breaks', '--json'])).stdout) as {
      sessions: object[]
    }
    expect(sessions).toMatchObject([{ session: 'aaaaaaaa-1', requests: 4, breaks: [{}, {}] }])
  })

  it('tells cache breaks of the days, the project and the sessions that are asked for', async () => {
    const used = { input_tokens: 1, cache_creation_input_tokens: 100_000, output_tokens: 1 }
    const day = (date: string, fields: Readonly<Record<string, unknown>> = {}): readonly object[] =>
      ['10:00', '10:30'].flatMap(time => [
        userLine('Go.', `${date}T${time}:00Z`, fields),
        answerLine({
          id: `${JSON.stringify(fields)}-${date}-${time}`,
          usage: used,
          at: `${date}T${time}:10Z`,
          fields,
        }),
      ])
    tree.write('-a/aaaaaaaa-1.jsonl', [...day('2026-11-13'), ...day('2026-11-15')])
    tree.write('-b/bbbbbbbb-1.jsonl', day('2026-11-15', { cwd: '/home/dev/lamp' }))
    const told = async (...argv: readonly string[]): Promise<readonly unknown[]> => {
      const { stdout } = await usage(['--cache-breaks', ...argv, '--json'])
      const { sessions } = JSON.parse(stdout) as {
        sessions: { session: string; requests: number; breaks: object[] }[]
      }
      return sessions.map(({ session, requests, breaks }) => [session.slice(0, 4), requests, breaks.length])
    }
    expect(await told()).toEqual([
      ['aaaa', 4, 3],
      ['bbbb', 2, 1],
    ])
    expect(await told('--until', '2026-11-13')).toEqual([['aaaa', 2, 1]])
    expect(await told('--since', '2026-11-15', '--session', 'aaaa')).toEqual([['aaaa', 2, 2]])
    expect(await told('--project', '/home/dev/lamp')).toEqual([['bbbb', 2, 1]])
    const one = await usage(['--cache-breaks', 'aaaaaaaa', '--since', '2026-11-15', '--json'])
    expect(JSON.parse(one.stdout)).toMatchObject({ sessions: [{ requests: 2, breaks: [{}, {}] }] })
  })

  it('takes a day by its name, and a number of days', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-15T12:00:00Z'), toFake: ['Date'] })
    tree.write('-a/aaaaaaaa-1.jsonl', [
      answerLine({ id: 'm1', usage: MILLION, at: '2026-11-15T08:00:00Z' }),
      answerLine({ id: 'm2', usage: MILLION, at: '2026-11-14T08:00:00Z' }),
      answerLine({ id: 'm3', usage: MILLION, at: '2026-11-11T08:00:00Z' }),
    ])
    const answers = async (since: string): Promise<number> =>
      JSON.parse((await usage(['--since', since, '--json'])).stdout).total.answers
    expect(await Promise.all(['yesterday', '7d'].map(answers))).toEqual([2, 3])
  })

  it('refuses what has no meaning together', async () => {
    for (const [argv, words] of [
      [['--cache-breaks', 'aaaaaaaa', '--project', '/x'], 'is about that session alone'],
      [['--cache-breaks', 'aaaaaaaa', '--session', 'b'], 'is about that session alone'],
      [['--cache-breaks', '--by', 'day'], 'cannot be used with option'],
      [['--context', 'aaaaaaaa', '--since', '7d'], 'cannot be used with option'],
      [['--context', 'aaaaaaaa', '--cache-breaks'], 'cannot be used with option'],
    ] as const)
      expect(await usage(argv)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  })

  it('names what it could not count', async () => {
    writeSessions()
    const line = toText([answerLine({ id: 'x' })])
    tree.write('-a/torn.jsonl', `${line.slice(0, -9)}\n${line}`)
    mkdirSync(join(tree.root, 'projects', '-a', 'x.jsonl'))
    const { code, stderr, stdout } = await usage(['--json'])
    expect(code).toBe(0)
    expect(stderr).toContain('~/.claude/projects/-a/x.jsonl is a folder and no file.\n')
    expect(stderr).toContain('torn.jsonl has 1 damaged line that may hold answers: they are not counted.\n')
    expect((JSON.parse(stdout) as { problems: object[] }).problems).toHaveLength(2)
  })

  it('says where it looked where there is nothing, and that its cache cannot be written', async () => {
    expect(await usage()).toEqual({
      code: 0,
      stdout: '',
      stderr: 'No answer that matches, in 0 files. Looked in ~/.antiphon, ~/.claude, ~/.config/claude.\n',
    })
    writeSessions()
    writeFileSync(join(tree.home, '.cache'), 'in the way')
    expect((await usage()).stderr).toContain('The cache could not be written')
  })

  it('prints nothing that a terminal would obey', async () => {
    const evil = '\u001b]0;pwned\u0007\u009b2J'
    tree.write('-a/aaaaaaaa-1.jsonl', [
      answerLine({
        id: evil,
        model: `m${evil}`,
        at: `2026${evil}`,
        content: [{ type: 'tool_use', id: 't', name: evil, input: {} }],
        fields: { cwd: `/x${evil}`, agentId: evil, isSidechain: true },
      }),
    ])
    for (const argv of [
      ...['day', 'project', 'model', 'session', 'tool'].map(by => ['--by', by]),
      ['--context', 'aaaaaaaa'],
      ['--cache-breaks'],
      ['--json'],
    ]) {
      const { stdout, stderr } = await usage(argv)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    }
  })

  it('leaves columns out where the screen is narrow, and colours where it is asked to', async () => {
    writeSessions()
    const { stdout } = await usage([], { env: { COLUMNS: '40' } })
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40)
    expect((await usage([], { terminalWidth: 100 })).stdout).toContain('\u001b[')
    expect((await usage([], { terminalWidth: 100, env: { NO_COLOR: '1' } })).stdout).not.toContain('\u001b[')
  })

  it('refuses what makes no sense, and stops when it is interrupted', async () => {
    for (const [argv, words] of [
      [['--since', 'soon'], 'It must be a day such as 2026-11-15'],
      [['--until', '2026-02-30'], 'There is no such day'],
      [['--by', 'mood'], 'Allowed choices are'],
      [['--timezone', 'Mars/Base'], 'There is no time zone Mars/Base'],
      [['--context', 'nothing-like-it'], 'is neither a file nor the beginning of a session id'],
    ] as const) {
      const { code, stderr } = await usage(argv)
      expect({ argv, code, stderr }).toEqual({ argv, code: 2, stderr: expect.stringContaining(words) })
    }
    writeSessions()
    const signal = AbortSignal.abort('SIGINT')
    for (const argv of [[], ['--by', 'tool'], ['--cache-breaks']])
      expect(await usage(argv, { signal })).toMatchObject({ code: 130, stdout: '' })
  })
})
