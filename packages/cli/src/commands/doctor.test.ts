import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { textWidth } from '../terminal/text-width.ts'
import { DEMO_FILE } from './demo.ts'

const root = mkdtempSync(join(tmpdir(), 'antiphon-doctor-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder = root
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'))
})

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

function user(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'hello' }, ...fields })}\n`
}

const healthy = user({ uuid: 'a', parentUuid: null })
const damaged = `${healthy}${user({ uuid: 'b', parentUuid: 'nowhere' })}{"type":"us`

describe('antiphon doctor', () => {
  it('calls a session fine that is', async () => {
    const { code, stdout, stderr } = await runHere(['doctor', file('a.jsonl', healthy), '--check'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('\n✓ Fine.\n')
    expect(stdout).toMatch(/now +1 message +1 block +0 repairs +the API accepts it/)
  })

  it('explains what it finds, with places, and what a resume sends', async () => {
    const { code, stdout } = await runHere(['doctor', file('a.jsonl', damaged)])
    expect(code).toBe(0)
    expect(stdout).toContain('! Can be repaired: --fix settles 2 findings.\n')
    expect(stdout).toContain('  1× A line was cut off · repair\n      A write was interrupted')
    expect(stdout).toMatch(/line 3 \(byte \d+\): 11 bytes/)
    expect(stdout).toContain('A message points to one that is missing')
    expect(stdout).toMatch(/now .*\n {2}after the repair /)
    expect(stdout).not.toContain('@@')
  })

  it('ends with 1 where --check finds something to repair, and not for notes', async () => {
    expect((await runHere(['doctor', file('a.jsonl', damaged), '--check'])).code).toBe(1)
    const note = await runHere(['doctor', file('b.jsonl', healthy.trimEnd()), '--check'])
    expect(note.code).toBe(0)
    expect(note.stdout).toContain('✓ Fine. 1 note')
  })

  it('shows what a fix would change with --dry-run, and changes nothing', async () => {
    const path = file('a.jsonl', damaged)
    const { stdout } = await runHere(['doctor', path, '--fix', '--dry-run'])
    expect(stdout).toContain('2 lines changed\n@@ line 2 @@\n- ')
    expect(stdout).toContain('@@ line 3 @@\n- {"type":"us\n')
    expect(readFileSync(path, 'utf8')).toBe(damaged)
    expect(readdirSync(folder)).toEqual(['a.jsonl'])
  })

  it('fixes a copy, shows backup and diff, and finds nothing to do the second time', async () => {
    const path = file('a.jsonl', damaged)
    const first = await runHere(['doctor', path, '--fix'])
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('2 lines changed\n')
    // The grade is that of the file as it is now.
    expect(first.stdout).toContain('\n✓ Fine.\n')
    expect(first.stdout).toContain('Repaired: it could be repaired, now it is fine.')
    const backup = readdirSync(folder).find(name => /^a\.jsonl\.\d{8}T\d{6}Z\.bak$/.test(name)) ?? ''
    expect(first.stdout.replaceAll('\n', '')).toContain(backup)
    expect(readFileSync(join(folder, backup), 'utf8')).toBe(damaged)
    const after = readFileSync(path)
    const second = await runHere(['doctor', path, '--fix'])
    expect(second.stdout).toContain('✓ Fine.')
    expect(readFileSync(path)).toEqual(after)
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('fixes the bundled session without changing what is sent', async () => {
    const path = join(folder, 'demo.jsonl')
    copyFileSync(DEMO_FILE, path)
    const before = await runHere(['api', path])
    expect((await runHere(['doctor', path, '--fix'])).stdout).toContain(
      'Repaired: it could be repaired, now it is fine.',
    )
    expect((await runHere(['api', path])).stdout).toBe(before.stdout)
  })

  it('looks into packed files and standard input, and says why it does not fix them', async () => {
    const packed = await runHere(['doctor', file('a.jsonl.gz', gzipSync(damaged)), '--fix'])
    expect(packed).toMatchObject({ code: 1 })
    expect(packed.stdout).toContain('1× A line was cut off')
    expect(packed.stdout).toContain(
      'Not repaired: it is packed; unpack it with gunzip and repair the .jsonl.',
    )
    const piped = await runHere(['doctor', '-', '--fix'], { stdin: damaged })
    expect(piped.stdout).toContain('Not repaired: standard input cannot be written; name a file.')
  })

  it('takes what is no session for what it is, and does not touch it', async () => {
    const path = file('letter.txt', '# A letter\n\nDear reader,\n')
    const { code, stdout } = await runHere(['doctor', path, '--fix'])
    expect(code).toBe(1)
    expect(stdout).toContain('– Not a session:')
    expect(readFileSync(path, 'utf8')).toBe('# A letter\n\nDear reader,\n')
  })

  it('prints everything as JSON', async () => {
    const { stdout } = await runHere(['doctor', file('a.jsonl', damaged), '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      reports: [
        {
          verdict: 'repairable',
          findings: [{ kind: 'dangling-parent', count: 1, fixable: 1 }, { kind: 'torn' }],
          resume: { before: { messages: 1 }, after: { messages: 1 } },
          fix: { status: 'possible' },
          changes: [{ line: 2 }, { line: 3, after: null }],
        },
      ],
      unreadable: [],
      summary: { files: 1, repairable: 1, fine: 0, fixed: 0 },
    })
  })

  it('examines every session and its subagents with --all, and fixes them', async () => {
    const project = join(folder, 'config', 'projects', '-home-dev')
    mkdirSync(join(project, 'one', 'subagents'), { recursive: true })
    writeFileSync(join(project, 'one.jsonl'), healthy)
    writeFileSync(join(project, 'two.jsonl'), damaged)
    writeFileSync(join(project, 'one', 'subagents', 'agent-x.jsonl'), damaged)
    const env = { CLAUDE_CONFIG_DIR: join(folder, 'config'), HOME: join(folder, 'home') }
    const found = await runHere(['doctor', '--all', '--check'], { env })
    expect(found.code).toBe(1)
    expect(found.stdout).toContain(
      '3 files: 0 cannot be resumed, 2 can be repaired, 1 fine.\n--fix repairs 2 files',
    )
    expect(found.stdout).not.toContain('one.jsonl')
    const fixed = await runHere(['doctor', '--all', '--fix'], { env })
    expect(fixed.stdout).toContain('3 files: 0 cannot be resumed, 0 can be repaired, 3 fine, 2 repaired now.')
    const after = await runHere(['doctor', '--all', '--check'], { env })
    expect(after).toMatchObject({
      code: 0,
      stdout: '3 files: 0 cannot be resumed, 0 can be repaired, 3 fine.\n',
    })
  })

  it('wants sessions or --all, and not both', async () => {
    expect(await runHere(['doctor'])).toMatchObject({ code: 2 })
    expect(await runHere(['doctor', '--all', 'a.jsonl'])).toMatchObject({ code: 2 })
  })

  it('says what is wrong with a file that is not there', async () => {
    const { code, stderr } = await runHere(['doctor', join(folder, 'none.jsonl')])
    expect(code).toBe(2)
    expect(stderr).toContain('none.jsonl does not exist.')
  })

  it('keeps to the width, and lets no escape of the file reach the terminal', async () => {
    const hostile = user({ uuid: '\u001b[2J', parentUuid: '\u001b]52;c;aGk=\u0007' })
    const path = file('a.jsonl', `${healthy}${hostile}\u001b[2J not json \u009b2J ${'字'.repeat(90)}\n`)
    const { stdout } = await runHere(['doctor', path, '--dry-run'], { env: { COLUMNS: '40' } })
    const name = stdout.split('\n').filter(line => !line.includes('/'))
    expect(Math.max(...name.map(textWidth))).toBeLessThanOrEqual(40)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})
