import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_FILE } from '../src/commands/demo.ts'
import { textWidth } from '../src/terminal/text-width.ts'
import { runHere } from './test-io.ts'

const demo = readFileSync(DEMO_FILE)
let folder = ''

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'antiphon-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('antiphon show', () => {
  it('reads a file, standard input and gzip alike', async () => {
    const plain = await runHere(['show', DEMO_FILE])
    const packed = await runHere(['show', file('demo.jsonl.gz', gzipSync(demo))])
    const piped = await runHere(['show', '-'], { stdin: demo })
    expect(plain.code).toBe(0)
    expect(plain.stdout).toContain('✗ Bash npm test')
    expect(packed.stdout).toBe(plain.stdout)
    expect(piped.stdout).toBe(plain.stdout)
    expect(piped.stderr).toMatch(/^standard input: skipped 1 damaged line: 1 torn at byte [\d,]+\.\n/)
  })

  it('keeps to the width that it is given', async () => {
    const { stdout } = await runHere(['show', DEMO_FILE], { env: { COLUMNS: '40' } })
    expect(Math.max(...stdout.split('\n').map(textWidth))).toBe(40)
    expect(stdout).toContain('\n› The lamp stays dark exactly on the\n  full hour.')
  })

  it('colours a terminal, and only one that wants it', async () => {
    const color = '\u001b['
    expect((await runHere(['show', DEMO_FILE], { terminalWidth: 80 })).stdout).toContain(color)
    expect((await runHere(['show', DEMO_FILE])).stdout).not.toContain(color)
    expect(
      (await runHere(['show', DEMO_FILE], { terminalWidth: 80, env: { NO_COLOR: '1' } })).stdout,
    ).not.toContain(color)
    expect((await runHere(['show', DEMO_FILE, '--color', 'always'])).stdout).toContain(color)
  })

  it('prints the view as JSON', async () => {
    const { stdout } = await runHere(['show', DEMO_FILE, '--json', '--limit', '2'])
    const view = JSON.parse(stdout)
    expect(view.items.map((item: { kind: string }) => item.kind)).toEqual(['answer', 'notice'])
    expect(view.summary.usage['claude-haiku-5-5']).toEqual({
      input: 8,
      output: 154,
      cacheRead: 1804,
      cacheWrite: 1926,
    })
    expect(view.damage).toHaveLength(1)
  })

  it('shows what was made for the model with --all', async () => {
    const some = await runHere(['show', DEMO_FILE])
    const all = await runHere(['show', DEMO_FILE, '--all'])
    expect(some.stdout).not.toContain('local-command-caveat')
    expect(all.stdout).toContain('‹ <local-command-caveat>')
  })

  it('lets no escape of the file reach the terminal', async () => {
    const hostile = {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      message: { role: 'user', content: 'x\u001b[2J\u001b]52;c;aGk=\u0007\u009b2Jy' },
    }
    const { stdout } = await runHere(['show', '-'], { stdin: `${JSON.stringify(hostile)}\n` })
    expect(stdout).toContain('› xy\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  it('shows damaged files as far as they can be read', async () => {
    const prompt = {
      type: 'user',
      uuid: 'a',
      parentUuid: null,
      message: { role: 'user', content: 'still here' },
    }
    const stdin = `\0\0\0\n[1,2]\nnonsense\n${JSON.stringify(prompt)}\n{"type":"user","uuid":"b","mess`
    const { code, stdout, stderr } = await runHere(['show', '-'], { stdin })
    expect(code).toBe(0)
    expect(stdout).toContain('› still here')
    expect(stderr).toContain(
      'skipped 4 damaged lines: 1 zeros at byte 0; 1 not an object at byte 4; 1 not JSON at byte 10; 1 torn',
    )
  })
})

describe('antiphon api', () => {
  it('prints the request alone on stdout and the repairs on stderr', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE])
    const request = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(request.messages[0].role).toBe('user')
    expect(stdout.match(/"cache_control"/g)?.length).toBeLessThanOrEqual(4)
    expect(stderr).toContain('1×  TUP-01          inserted')
  })

  it('prints everything as one object with --json', async () => {
    const report = JSON.parse((await runHere(['api', DEMO_FILE, '--json'])).stdout)
    expect(Object.keys(report)).toEqual(expect.arrayContaining(['request', 'repairs', 'violations']))
    expect(report.violations.stored.length).toBeGreaterThan(0)
    expect(report.violations.request).toEqual([])
  })

  it('prints the report alone with --repairs', async () => {
    const { stdout, stderr } = await runHere(['api', DEMO_FILE, '--repairs'])
    expect(stdout).toMatch(/^\d+ changes between the log and the request\n/)
    expect(stderr).not.toContain('changes')
  })

  it.each(['anthropic', 'bedrock', 'vertex'])('sends what %s accepts', async platform => {
    const { code, stdout } = await runHere(['api', DEMO_FILE, '--check', '--platform', platform])
    expect(stdout).toContain(`on ${platform}, API 2026-10-21`)
    expect(stdout).toContain('✗ As stored: the API would refuse it')
    expect(stdout).toContain('✓ As sent: the API would accept it.')
    expect(code).toBe(0)
  })

  it('ends with 1 where even the request would be refused', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE, '--check', '--model', 'glm-4.7'])
    expect(stderr).toContain('Nothing is known of the model glm-4.7')
    expect(stdout).toContain('✗ As sent')
    expect(code).toBe(1)
  })

  it('goes on with a model that it does not know', async () => {
    const { code, stdout, stderr } = await runHere(['api', DEMO_FILE, '--model', 'claude-next'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).model).toBe('claude-next')
    expect(stderr).toContain(
      'Nothing is known of the model claude-next; the limits of a recent model are assumed.',
    )
  })
})

describe('antiphon stream', () => {
  const fixture = (name: string): Buffer =>
    readFileSync(fileURLToPath(new URL(`../../core/fixtures/stream-json/${name}.jsonl`, import.meta.url)))

  it('tells a recorded run', async () => {
    const { code, stdout } = await runHere(['stream'], { stdin: fixture('claude-2.1.325-parallel') })
    expect(code).toBe(0)
    expect(`\n${stdout}`).toMatchInlineSnapshot(`
      "
      · claude-opus-5-5 · /home/dev/project · 22 tools · acceptEdits

      ∴ look around

      ● Looking.

      ✗ Read missing.txt · 38 ms
        │ File does not exist. Note: your current working directory is /home/dev/proj…
      ✓ Read a.txt · 77 ms
        │ 1  alpha
        │ 2  line2
        │ 3
      ✓ Bash ls · 149 ms
        │ a.txt
        │ dot.png

      ● Two worked, one failed.

      ────────────────────────────────────────────────────────────────────────────────
      4 turns · 3 tool calls (1 failed) · 402 ms · $0.0028
      claude-opus-5-5  in 24  out 84  cache read 100  written 200
      "
    `)
  })

  it('prints steps as lines of JSON, and the summary as the last', async () => {
    const { stdout } = await runHere(['stream', '--json'], {
      stdin: `${fixture('claude-2.1.88-subagent')}oops\n`,
    })
    const steps = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(steps[0]).toMatchObject({ kind: 'session', model: 'claude-sonnet-4-6' })
    expect(steps.filter(({ kind }) => kind === 'tool-end').length).toBeGreaterThan(1)
    expect(steps.at(-2)).toMatchObject({ kind: 'bad-line', reason: 'not-json', excerpt: 'oops' })
    expect(steps.at(-1)).toMatchObject({ kind: 'summary', badLines: 1 })
  })

  it('counts with --stats, for people and for programs', async () => {
    const stdin = fixture('claude-2.1.325-overload')
    expect((await runHere(['stream', '--stats'], { stdin })).stdout).toMatch(
      /^event +4\nsystem +2\n {2}init +1\n {2}api_retry +1\n/,
    )
    expect(
      JSON.parse((await runHere(['stream', '--stats', '--json'], { stdin })).stdout).statistics.events,
    ).toBe(4)
  })

  it.each(['', 'Dear harbour master,\n'])('refuses %j, which is no stream', async stdin => {
    const { code, stderr } = await runHere(['stream'], { stdin })
    expect(code).toBe(2)
    expect(stderr).toContain('standard input held no stream-json')
  })
})

describe('antiphon context', () => {
  const block = '> **上下文资料**\n> \n> - 📄 `a.ts`\n> - 🌐 https://x.example (X)\n\n'

  it('renders the block in the order of the flags', async () => {
    const argv = [
      'context',
      'render',
      '--file',
      'a.ts',
      '--web',
      'https://x.example',
      '--title',
      'X',
      '--prompt',
      '看看',
    ]
    expect((await runHere(argv)).stdout).toBe(`${block}看看\n`)
    const { text, contexts } = JSON.parse((await runHere([...argv, '--json'])).stdout)
    expect(text).toBe(`${block}看看`)
    expect(contexts.map(({ type }: { type: string }) => type)).toEqual(['FileReference', 'WebReference'])
  })

  it('parses what it rendered', async () => {
    const { stdout } = await runHere(['context', 'parse'], { stdin: `${block}看看\n` })
    expect(stdout).toBe('FileReference  📄 `a.ts`\nWebReference   🌐 https://x.example (X)\n\n看看\n')
    const parsed = JSON.parse(
      (await runHere(['context', 'parse', '-', '--json'], { stdin: `${block}看看` })).stdout,
    )
    expect(parsed.text).toBe('看看')
    expect(parsed.references).toHaveLength(2)
  })

  it('says where there is no block, and keeps the text', async () => {
    const { code, stdout, stderr } = await runHere(['context', 'parse'], { stdin: 'only words\n' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'only words\n' })
    expect(stderr).toBe('There is no context block at the head of this text.\n')
  })
})

describe('antiphon without a command', () => {
  it('prints help, and the version on demand', async () => {
    const { code, stdout } = await runHere([])
    expect(code).toBe(0)
    for (const command of ['show', 'api', 'stream', 'context', 'demo'])
      expect(stdout).toContain(`  ${command} `)
    expect((await runHere(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it.each(['show', 'api', 'stream', 'context parse', 'context render', 'demo'])(
    'explains %s with an example',
    async name => {
      const { code, stdout } = await runHere([...name.split(' '), '--help'])
      expect(code).toBe(0)
      expect(stdout).toContain(`Examples:\n`)
      expect(stdout).toContain(`antiphon ${name}`)
      expect(stdout).toContain('130  interrupted')
    },
  )
})

describe('what goes wrong', () => {
  it.each([
    [['sing'], "Unknown command 'sing'. See `antiphon --help`."],
    [['shw'], "Unknown command 'shw'\n(Did you mean show?). See `antiphon --help`."],
    [['show', '--loud', 'x'], "Unknown option '--loud'. See `antiphon show --help`."],
    [['show'], "Missing required argument 'file'. See `antiphon show --help`."],
    [
      ['show', '--limit', 'many', 'x'],
      "Option '--limit <n>' argument 'many' is invalid. It must be a whole number above zero. See `antiphon show --help`.",
    ],
    [
      ['api', 'x', '--platform', 'moon'],
      "Option '--platform <name>' argument 'moon' is invalid. Allowed choices are anthropic, bedrock, vertex. See `antiphon api --help`.",
    ],
    [['context'], 'Name a command of antiphon context. See `antiphon context --help`.'],
    [['context', 'render', '--title', 'X'], '--title describes a --web: put it right behind one.'],
  ])('%j is wrong use', async (argv, message) => {
    expect(await runHere(argv)).toEqual({ code: 2, stdout: '', stderr: message })
  })

  it('says what a file that is no session looks like', async () => {
    const cases: readonly (readonly [string, string | Uint8Array, string])[] = [
      ['empty.jsonl', '', 'is empty.'],
      [
        'notes.md',
        '# Notes\n\nThe lamp.\n',
        'is no session: there is no JSON object on any line; it looks like Markdown.',
      ],
      ['package.json', '{\n  "name": "x"\n}\n', 'it looks like a JSON object over several lines'],
      [
        'other.jsonl',
        '{"level":"info","msg":"hi"}\n',
        'it is JSON Lines, but no line is a message; the first has the fields level, msg.',
      ],
      ['cut.jsonl.gz', gzipSync(demo).subarray(0, 4000), 'is gzip, but cut off.'],
    ]
    for (const [name, content, message] of cases) {
      const { code, stderr } = await runHere(['show', file(name, content)])
      expect(stderr).toContain(message)
      expect(stderr).toContain(name)
      expect(code).toBe(2)
    }
  })

  it('says what to do about a path that leads nowhere', async () => {
    expect((await runHere(['show', join(folder, 'gone.jsonl')])).stderr).toMatch(
      /gone\.jsonl does not exist\. Check the path;/,
    )
    expect((await runHere(['api', folder])).stderr).toMatch(
      / is a directory\. Name one \.jsonl file in it\.$/,
    )
  })
})
