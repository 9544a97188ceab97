import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../test/test-io.ts'
import { DEMO_FILE } from './commands/demo.ts'

const demo = readFileSync(DEMO_FILE)
const folder = mkdtempSync(join(tmpdir(), 'antiphon-run-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('antiphon without a command', () => {
  it('prints help, and the version on demand', async () => {
    const { code, stdout } = await runHere(['--help'])
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
      expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(100)
    },
  )

  it('tells of exit codes where a command can end with one of its own', async () => {
    expect((await runHere(['search', '--help'])).stdout).toContain('  1    nothing was found\n')
    expect((await runHere(['--help'])).stdout).toContain('130  interrupted')
    for (const name of ['show', 'ls', 'tail'])
      expect((await runHere([name, '--help'])).stdout).not.toContain('Exit codes')
  })

  it('keeps the help of the agent within the width of a terminal', async () => {
    const { stdout } = await runHere(['-p', '--help'])
    const options = stdout.slice(stdout.indexOf('Options:'), stdout.indexOf('Examples:'))
    expect(Math.max(...options.split('\n').map(line => line.length))).toBeLessThanOrEqual(80)
  })
})

describe('what goes wrong', () => {
  it.each([
    [['warble'], "Unknown command 'warble'. See `antiphon --help`."],
    [['shw'], "Unknown command 'shw'. Did you mean show? See `antiphon --help`."],
    [['show', '--loud', 'x'], "Unknown option '--loud'. See `antiphon show --help`."],
    [['show'], "Missing required argument 'session'. See `antiphon show --help`."],
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
