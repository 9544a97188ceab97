import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeEntry, SYNTHETIC_TOOL_RESULT_PLACEHOLDER } from '@antiphon/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAMPLE_SESSION } from '../../test/sample-session.ts'
import { runHere } from '../../test/test-io.ts'

let folder: string
let file: string

const log = SAMPLE_SESSION.entries.map(encodeEntry).join('')
const withSecret = log.replace('Why is the lamp dark?', 'PASSWORD=lighthouse is the password')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-export-'))
  file = join(folder, 'a.jsonl')
  await writeFile(file, withSecret)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('antiphon export', () => {
  it('prints Markdown without secrets, and says on stderr what it took out', async () => {
    const { code, stdout, stderr } = await runHere(['export', file])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# PASSWORD=\\\[redacted:password\\\] is the password\n\n\| \| \|\n/)
    expect(stdout).toContain('PASSWORD=[redacted:password] is the password')
    expect(stdout).not.toContain('lighthouse')
    expect(stderr).toBe(`${file}: redacted 1 secret: 1 password.\n`)
  })

  it('keeps secrets where that is asked for, and says so loudly', async () => {
    const { code, stdout, stderr } = await runHere(['export', file, '--no-redact'])
    expect(code).toBe(0)
    expect(stdout).toContain('PASSWORD=lighthouse')
    expect(stderr).toContain('WARNING: SECRETS WERE NOT REDACTED (--no-redact).\n')
  })

  it('prints JSON that is safe for a terminal', async () => {
    await writeFile(file, log.replace('dark?', 'dark?\u009b31m'))
    const { stdout } = await runHere(['export', file, '--format', 'json'])
    expect(stdout).toContain('dark?\\u009b31m')
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'antiphon-session',
      counts: { messages: 10, subagents: 1, branches: 1 },
      redactions: {},
      subagents: [{ agentId: 'a1' }],
    })
  })

  it.each([
    ['openai-chat', 'role'],
    ['openai-responses', 'type'],
    ['gemini', 'parts'],
    ['langchain', 'role'],
    ['ai-sdk-model', 'role'],
    ['ai-sdk', 'parts'],
  ])(
    'writes the messages of %s, without secrets, and tells on stderr what is lost',
    async (format, field) => {
      const { code, stdout, stderr } = await runHere(['export', file, '--format', format])
      const messages: readonly object[] = JSON.parse(stdout)
      expect(code).toBe(0)
      expect(messages.length).toBeGreaterThan(2)
      expect(messages.filter(message => !(field in message))).toEqual([])
      expect(stdout).toContain('PASSWORD=[redacted:password] is the password')
      expect(stdout).not.toContain('lighthouse')
      const isWhole = ['langchain', 'ai-sdk-model', 'ai-sdk'].includes(format)
      expect(stderr.includes('cannot be held there as in the log')).toBe(!isWhole)
      const listed = await runHere(['export', file, '--format', format, '--json', '--no-thinking'])
      const { sessions } = JSON.parse(listed.stderr) as { sessions: { losses: { rule: string }[] }[] }
      expect(sessions[0]?.losses.some(({ rule }) => rule === 'thinking')).toBe(false)
      expect(sessions[0]?.losses.length === 0).toBe(isWhole)
    },
  )

  it('leaves out subagents and thinking, and takes the other branches, as asked', async () => {
    const lean = await runHere(['export', file, '--no-subagents', '--no-thinking'])
    expect(lean.stdout).not.toMatch(/Work of a subagent|Thinking|left behind/)
    const rich = await runHere(['export', file, '--all-branches'])
    expect(rich.stdout).toMatch(/Thinking.*Work of a subagent.*An answer that was left behind\./s)
  })

  it('reads the subagents that lie beside a session into their call', async () => {
    const main = log.split('\n').filter(line => !line.includes('"isSidechain":true'))
    const side = log.split('\n').filter(line => line.includes('"isSidechain":true'))
    await writeFile(file, `${main.join('\n')}`)
    await mkdir(join(folder, 'a', 'subagents'), { recursive: true })
    await writeFile(join(folder, 'a', 'subagents', 'agent-a1.jsonl'), `${side.join('\n')}\n`)
    const { stdout } = await runHere(['export', file])
    expect(stdout).toMatch(
      /Work of a subagent for this call: 2 steps.*Read: a\.ts.*<\/details>.*Nothing found\./s,
    )
  })

  it('writes a file and tells of it, by its name as JSON', async () => {
    const out = join(folder, 'b.json')
    const { code, stdout, stderr } = await runHere(['export', file, '--out', out])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(`${file}: written to ${out}.\n`)
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({ redactions: { password: 1 } })
    expect((await readdir(folder)).sort()).toEqual(['a.jsonl', 'b.json'])
  })

  it('replaces no file unless it is forced to', async () => {
    const out = join(folder, 'b.md')
    await writeFile(out, 'precious')
    const refused = await runHere(['export', file, '--out', out])
    expect(refused).toMatchObject({
      code: 2,
      stderr: `${out} exists. Choose another name, or replace it with --force.`,
    })
    expect(await readFile(out, 'utf8')).toBe('precious')
    expect(await runHere(['export', file, '--out', out, '--force'])).toMatchObject({ code: 0 })
    expect(await readFile(out, 'utf8')).toMatch(/^# PASSWORD=/)
    expect((await readdir(folder)).sort()).toEqual(['a.jsonl', 'b.md'])
  })

  it('writes several sessions into a folder, each under its own name', async () => {
    await mkdir(join(folder, 'other'))
    const twin = join(folder, 'other', 'a.jsonl')
    await writeFile(twin, log)
    const out = join(folder, 'out')
    const { code, stdout } = await runHere(['export', file, twin, '--out', out, '--json'])
    expect(code).toBe(0)
    expect(await readdir(out)).toEqual(['a-2.md', 'a.md'])
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'md',
      exported: 2,
      refused: 0,
      redactions: { password: 1 },
      sessions: [
        { name: file, out: join(out, 'a.md'), redactions: { password: 1 } },
        { name: twin, out: join(out, 'a-2.md'), redactions: {} },
      ],
    })
  })

  it('wants a folder for several sessions, and one that can be written', async () => {
    expect(await runHere(['export', file, file])).toMatchObject({ code: 2, stdout: '' })
    expect(await runHere(['export', file, file, '--out', file])).toMatchObject({ code: 2 })
    const lost = await runHere(['export', file, '--out', join(folder, 'no', 'where.md')])
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringContaining('its folder does not exist') })
  })

  it('reads standard input', async () => {
    const { code, stdout } = await runHere(['export', '-'], { stdin: log })
    expect(code).toBe(0)
    expect(stdout).toContain('Why is the lamp dark?')
  })

  it('tells of damage on stderr, or counts it in the summary', async () => {
    await writeFile(file, `${log}{"torn`)
    expect((await runHere(['export', file])).stderr).toContain('skipped 1 damaged line: 1 torn at byte')
    expect(JSON.parse((await runHere(['export', file, '--json'])).stderr)).toMatchObject({
      sessions: [{ damagedLines: 1 }],
    })
  })
})

describe('antiphon export --training', () => {
  it('writes a line a session, of what the model reads', async () => {
    const { code, stdout, stderr } = await runHere(['export', file, file, '--training'])
    expect(code).toBe(0)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toEqual({ messages: expect.any(Array) })
    expect(lines[0].messages[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'PASSWORD=[redacted:password] is the password' }],
    })
    expect(stderr).toContain('redacted 1 secret')
  })

  it('refuses a made-up result with 1, says where it is, and writes the others', async () => {
    const bad = join(folder, 'bad.jsonl')
    await writeFile(bad, log.replace('Nothing found.', SYNTHETIC_TOOL_RESULT_PLACEHOLDER))
    const out = join(folder, 't.jsonl')
    const { code, stderr } = await runHere(['export', bad, file, '--training', '--out', out])
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${bad}: refused as training data: 1 reason.\n  message u7: It contains the text "[Tool result missing`,
    )
    expect((await readFile(out, 'utf8')).trimEnd().split('\n')).toHaveLength(1)
  })

  it('writes nothing where everything is refused', async () => {
    const bad = join(folder, 'bad.jsonl')
    await writeFile(bad, log.replace('Nothing found.', SYNTHETIC_TOOL_RESULT_PLACEHOLDER))
    const { code, stdout } = await runHere([
      'export',
      bad,
      '--training',
      '--out',
      join(folder, 't.jsonl'),
      '--json',
    ])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      refused: 1,
      sessions: [{ status: 'refused', out: null, refusals: [{ reason: 'placeholder', uuid: 'u7' }] }],
    })
    expect((await readdir(folder)).sort()).toEqual(['a.jsonl', 'bad.jsonl'])
  })

  it('takes no option that would change what the model read', async () => {
    for (const option of ['--no-thinking', '--all-branches', '--format=json'])
      expect(await runHere(['export', file, '--training', option])).toMatchObject({ code: 2 })
  })
})
