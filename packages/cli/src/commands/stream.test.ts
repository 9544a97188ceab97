import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { runHere } from '../../test/test-io.ts'

describe('antiphon stream', () => {
  const fixture = (name: string): Buffer =>
    readFileSync(fileURLToPath(new URL(`../../../core/fixtures/stream-json/${name}.jsonl`, import.meta.url)))

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
