import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

function run(name: string, input = ''): string {
  const args = ['--import', 'tsx', '--conditions=@antiphon/source', `examples/${name}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', input })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

describe('the examples', () => {
  it('send a damaged history', () => {
    const output = run('send-a-damaged-history.ts')
    expect(output).toContain('TUP-01 inserted (a1): result for the call toolu_1')
    expect(output).toContain('ENV-03 edited (u2)')
    expect(output).toContain('violations: 0')
  })

  it('follow a stream', () => {
    const recording = readFileSync(
      `${ROOT}/packages/core/fixtures/stream-json/claude-2.1.325-parallel.jsonl`,
      'utf8',
    )
    const output = run('follow-a-stream.ts', `not json\n${recording}`)
    expect(output).toContain('line 1 is not readable: not-json')
    expect(output).toMatch(/… Bash .*\n… Read/)
    expect(output).toContain('✗ Read')
    expect(output).toContain('Two worked, one failed.')
  })

  it('record and resume', () => {
    expect(run('record-and-resume.ts')).toMatch(
      /^the prompt is on disk\n2 messages, the log ends at byte \d+\nnow 3 messages\n$/,
    )
  })

  it('test an agent', () => {
    const output = run('test-an-agent.ts')
    expect(output).toContain('thinking, text\n529')
    expect(output).toContain("reason: 'system_changed'")
    expect(output).toContain('10:42')
    expect(output).toContain('first message must use the \\"user\\" role')
  })

  it('build an agent', () => {
    const output = run('build-an-agent.ts')
    expect(output).toContain('may it? Weather\n')
    expect(output).toContain('{"city":"Bern","celsius":21}')
    expect(output).toContain('assistant: It is 21 degrees in Bern.\nI told you about Bern.\n')
  })
})
