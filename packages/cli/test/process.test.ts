import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { DEMO_FILE } from '../src/commands/demo.ts'
import { collect, spawnAntiphon, startAntiphon, waitForOutput } from './spawn-antiphon.ts'

const stream = readFileSync(
  fileURLToPath(new URL('../../core/fixtures/stream-json/claude-2.1.88-subagent.jsonl', import.meta.url)),
  'utf8',
)

/** A session whose rendering fills every pipe. */
function longSession(): string {
  const message = { role: 'user', content: 'word '.repeat(20_000) }
  return Array.from({ length: 100 }, (_, index) => {
    const parentUuid = index === 0 ? null : `u${index - 1}`
    return `${JSON.stringify({ type: 'user', uuid: `u${index}`, parentUuid, message })}\n`
  }).join('')
}

describe('the executable', () => {
  it('shows the bundled session and tells of its damage on stderr', async () => {
    const { code, stdout, stderr } = await spawnAntiphon(['show', DEMO_FILE])
    expect(code).toBe(0)
    expect(stdout).toContain('The lamp that was dark on the full hour\n')
    expect(stderr).toContain('skipped 1 damaged line: 1 torn at byte')
  })

  it('watches a stream that is piped into it', async () => {
    const { code, stdout, stderr } = await spawnAntiphon(['stream'], stream)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('  ┊ ✓ Bash ls')
    expect(stdout).toMatch(/\n\d+ turns · \d+ tool calls · .* · \$\d/)
  })

  it('prints errors without a stack', async () => {
    const { code, stdout, stderr } = await spawnAntiphon(['show', 'no-such-file.jsonl'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^antiphon: no-such-file\.jsonl does not exist\. [^\n]+\n$/)
  })

  it('ends with 1 where --check finds a problem', async () => {
    const { code } = await spawnAntiphon(['api', DEMO_FILE, '--check', '--model', 'no-such-model'])
    expect(code).toBe(1)
  })

  it('ends quietly when its reader goes away', async () => {
    const child = startAntiphon(['show', '-', '--json'])
    const ended = once(child, 'close')
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
    child.stdin.on('error', () => {})
    child.stdin.end(longSession())
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const [code] = await ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('tells what it saw so far when it is interrupted', async () => {
    const child = startAntiphon(['stream'])
    const ended = collect(child)
    const lines = stream.split('\n')
    child.stdin.write(`${lines.slice(0, 2).join('\n')}\n`)
    // Both lines were read when the call is announced.
    await waitForOutput(child, 'started')
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
    expect(stdout).toContain('· no result\n')
    expect(stdout).toContain('\nno result · 1 tool call · about $')
  })

  it('announces a call that takes long while it runs', async () => {
    const child = startAntiphon(['stream'])
    const ended = collect(child)
    child.stdin.write(`${stream.split('\n').slice(0, 2).join('\n')}\n`)
    await waitForOutput(child, 'started')
    child.stdin.end()
    expect((await ended).stdout).toMatch(/… Task .* · started\n/)
  })

  it('ends at once when interrupted while it waits for input', async () => {
    const child = startAntiphon(['show', '-'])
    child.stdin.on('error', () => {})
    const ended = collect(child)
    // More than a pipe holds: when it has drained, somebody is reading.
    child.stdin.write('x'.repeat(1_000_000))
    await once(child.stdin, 'drain')
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' })
  })

  it('stops in the middle of a long output when it is interrupted', async () => {
    const child = startAntiphon(['show', '-'])
    const ended = once(child, 'close')
    child.stdin.on('error', () => {})
    child.stdin.end(longSession())
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    child.stdout.resume()
    const [code] = await ended
    expect(code).toBe(130)
  })
})
