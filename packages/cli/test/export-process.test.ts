import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_FILE } from '../src/commands/demo.ts'
import { collect, spawnAntiphon, startAntiphon } from './spawn-antiphon.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-export-process-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** A session whose export fills every pipe. */
function longSession(): string {
  const message = { role: 'user', content: 'word '.repeat(20_000) }
  return Array.from({ length: 100 }, (_, index) => {
    const parentUuid = index === 0 ? null : `u${index - 1}`
    return `${JSON.stringify({ type: 'user', uuid: `u${index}`, parentUuid, sessionId: 's', message })}\n`
  }).join('')
}

describe('the executable exports', () => {
  it('the bundled session, by its id, into a file', async () => {
    const session = '145e839d-c0ab-4a8b-9f8a-9a52891d3ed1'
    const project = join(folder, 'projects', 'p')
    await mkdir(project, { recursive: true })
    await copyFile(DEMO_FILE, join(project, `${session}.jsonl`))
    const out = join(folder, 'out.md')
    const child = startAntiphon(['export', session.slice(0, 8), '--out', out], { CLAUDE_CONFIG_DIR: folder })
    child.stdin.end()
    const { code, stdout, stderr } = await collect(child)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('no secrets found.')
    expect(await readFile(out, 'utf8')).toMatch(/^# The lamp that was dark on the full hour\n/)
  })

  it('what is piped into it', async () => {
    const { code, stdout } = await spawnAntiphon(
      ['export', '-', '--format', 'json'],
      await readFile(DEMO_FILE, 'utf8'),
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ title: 'The lamp that was dark on the full hour' })
  })

  it('nothing that was interrupted: neither a file nor a draft stays', async () => {
    const input = join(folder, 'in.jsonl')
    await writeFile(input, longSession())
    const child = startAntiphon(['export', '-', '--out', join(folder, 'out.md')])
    const ended = collect(child)
    child.stdin.on('error', () => {})
    // More than a pipe holds: when it has drained, somebody is reading.
    child.stdin.write(await readFile(input))
    await once(child.stdin, 'drain')
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130, stdout: '' })
    expect(await readdir(folder)).toEqual(['in.jsonl'])
  })

  it('until its reader goes away', async () => {
    const child = startAntiphon(['export', '-'])
    const ended = once(child, 'close')
    child.stderr.resume()
    child.stdin.on('error', () => {})
    child.stdin.end(longSession())
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const [code] = await ended
    expect(code).toBe(0)
  })
})
