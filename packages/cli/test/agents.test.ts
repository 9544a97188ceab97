import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type AgentHome, createAgentHome, readSample } from '@antiphon/readers/testing/samples'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from './test-io.ts'

const CODEX = '019f03e0-321f-7eb2-83cc-b54ecd71be23'
const ROLLOUT = '.codex/sessions/2026/06/26/rollout-2026-06-26T12-20-52-019f03e0.jsonl'

let place: AgentHome
beforeEach(() => {
  place = createAgentHome()
  place.write(ROLLOUT, readSample('codex/rollout-0.142.2-two-compactions.jsonl'))
  place.write('.local/share/opencode/opencode.db', readSample('opencode/opencode.db'))
  place.write('.pi/agent/sessions/--x--/2026_a.jsonl', readSample('pi/branch-rewind.jsonl'))
})
afterEach(() => place.remove())

const run = (...argv: readonly string[]): ReturnType<typeof runHere> =>
  runHere(argv, { env: { HOME: place.home } })

const list = async (...argv: readonly string[]): Promise<readonly { agent: string; session: string }[]> =>
  JSON.parse((await run('ls', '--json', ...argv)).stdout)

describe("other agents' sessions on the command line", () => {
  it('are listed with their agent, and by it', async () => {
    const all = await list()
    expect(new Set(all.map(({ agent }) => agent))).toEqual(new Set(['codex', 'opencode', 'pi']))
    expect((await list('--agent', 'codex')).map(({ session }) => session)).toEqual([CODEX])
    expect(await list('--agent', 'claude-code')).toEqual([])
    expect((await run('ls')).stdout).toMatch(/agent .*\n[\s\S]*codex/)
  })

  it('are shown, checked, searched, counted and exported as ours are', async () => {
    const shown = await run('show', CODEX.slice(0, 8))
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/[✓✗] Bash /)
    // A patch is a difference, with its lines.
    expect(shown.stdout).toMatch(/✓ (?:Multi)?Edit [^\n]*\+\d+/)
    expect((await run('api', CODEX.slice(0, 8), '--check')).code).toBe(0)
    expect((await run('doctor', CODEX.slice(0, 8))).code).toBe(0)
    const found = JSON.parse(
      (await run('search', 'tool:Bash', '--agent', 'codex', '--json', '--no-index')).stdout,
    )
    expect(found.length).toBeGreaterThan(50)
    expect(
      JSON.parse((await run('search', 'tool:Bash', '--agent', 'pi', '--json', '--no-index')).stdout),
    ).toEqual([])
    const usage = JSON.parse(
      (await run('usage', '--by', 'model', '--agent', 'codex', '--json', '--no-cache')).stdout,
    )
    expect(usage.rows.map(({ key }: { key: string }) => key)).toEqual(['gpt-5.3-codex-spark'])
    // No price is known for it: that is told, and is not nothing.
    expect(usage.total.unpricedModels).toEqual(['gpt-5.3-codex-spark'])
    const out = join(place.home, 'out.md')
    expect((await run('export', CODEX.slice(0, 8), '--out', out)).code).toBe(0)
    expect(readFileSync(out, 'utf8').length).toBeGreaterThan(1000)
  })

  it('are not written: neither named, deleted, forked nor mended', async () => {
    await list()
    const copy = join(
      place.folder,
      'codex/projects/-home-dev-meadowwi-HeronaLphapen-meadow',
      `${CODEX}.jsonl`,
    )
    const before = readFileSync(copy)
    for (const argv of [
      ['rename', CODEX, 'Another name'],
      ['delete', CODEX],
      ['fork', CODEX],
    ]) {
      const { code, stderr } = await run(...argv)
      expect([argv[0], code]).toEqual([argv[0], 2])
      expect(stderr).toContain("another agent's session")
    }
    await run('doctor', CODEX, '--fix')
    expect(readFileSync(copy).equals(before)).toBe(true)
  })

  it('are followed while they are written', async () => {
    await list()
    const stop = new AbortController()
    const followed = runHere(['tail', CODEX, '-n', '0', '--json'], {
      env: { HOME: place.home },
      signal: stop.signal,
    })
    const copy = join(
      place.folder,
      'codex/projects/-home-dev-meadowwi-HeronaLphapen-meadow',
      `${CODEX}.jsonl`,
    )
    await setTimeout(500)
    const before = readFileSync(copy)
    const payload = {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'And the lamp?' }],
    }
    const line = { timestamp: '2026-06-26T15:00:00.000Z', type: 'response_item', payload }
    appendFileSync(join(place.home, ROLLOUT), `${JSON.stringify(line)}\n`)
    await expect
      .poll(() => readFileSync(copy, 'utf8').includes('And the lamp?'), { timeout: 30_000 })
      .toBe(true)
    // What was there stays as it was, byte for byte.
    expect(readFileSync(copy).subarray(0, before.length).equals(before)).toBe(true)
    await setTimeout(1500)
    stop.abort()
    expect((await followed.catch(() => ({ stdout: '' }))).stdout).toContain('And the lamp?')
  })

  it('are nobody’s business where the person says so', async () => {
    const { stdout } = await runHere(['ls', '--json'], { env: { HOME: place.home, ANTIPHON_AGENTS: 'none' } })
    expect(JSON.parse(stdout)).toEqual([])
  })
})
