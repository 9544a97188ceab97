import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'
import { textWidth } from '../terminal/text-width.ts'
import { DEMO_FILE } from './demo.ts'

const demo = readFileSync(DEMO_FILE)
const folder = mkdtempSync(join(tmpdir(), 'antiphon-show-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

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

  it('shows what stands around any message of the log, and the message itself', async () => {
    const uuids = demo
      .toString('utf8')
      .split('\n')
      .flatMap(line => /"uuid":"([^"]+)"/.exec(line)?.[1] ?? [])
    expect(uuids.length).toBeGreaterThan(10)
    for (const uuid of uuids.filter((_, index) => index % 4 === 0)) {
      const { code, stdout } = await runHere(['show', DEMO_FILE, '--at', uuid, '--limit', '3', '--json'])
      const view = JSON.parse(stdout)
      expect({ uuid, code, items: view.items.length }).toEqual({ uuid, code: 0, items: 3 })
      if (view.isShown) expect(JSON.stringify(view.items[view.at])).toContain(uuid.slice(0, 24))
    }
  })

  it('marks the message, and says how much stands before and behind', async () => {
    const { items } = JSON.parse((await runHere(['show', DEMO_FILE, '--json'])).stdout)
    const place = items.findIndex(
      ({ kind }: { kind: string }, index: number) => kind === 'answer' && index > 4,
    )
    const { uuid, text } = items[place]
    const { stdout, stderr } = await runHere(['show', DEMO_FILE, '--at', uuid.slice(0, 13)])
    const [before = '', behind = ''] = stdout.split('─ Here ─')
    expect(before).toContain(`\n… ${place - 3} earlier items\n`)
    expect(behind).toMatch(/^─+\n\n● /)
    expect(behind).toContain(text.slice(0, 20))
    expect(behind).toContain(`\n… ${items.length - place - 4} later items\n`)
    expect(stderr).not.toContain('is not shown')
  })

  it('refuses a uuid that no message has, and one that several have', async () => {
    const line = (uuid: string): string =>
      `${JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: uuid } })}\n`
    const path = file('twins.jsonl', line('aaaa-1') + line('aaaa-2') + line('aaaa'))
    expect(await runHere(['show', path, '--at', 'bbbb'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has no message whose uuid begins with bbbb'),
    })
    expect(await runHere(['show', path, '--at', 'aaaa-'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 messages of'),
    })
    expect((await runHere(['show', path, '--at', 'aaaa'])).code).toBe(0)
  })
})
