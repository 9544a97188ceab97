import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'antiphon-simulated-'))
  mkdirSync(join(home, 'project'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const own = { HOME: home, XDG_CACHE_HOME: join(home, '.cache'), ANTHROPIC_API_KEY: '', ...env }
  const child = startAntiphon(argv, own, join(home, 'project'))
  child.stdin.end()
  return collect(child)
}

/** The models that answered, as the logs have it. */
function storedModels(): readonly string[] {
  const projects = home
  const logs = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.jsonl'),
  )
  const lines = logs.flatMap(name => readFileSync(join(projects, name), 'utf8').trim().split('\n'))
  const answers = lines.map(line => JSON.parse(line)).filter(({ type }) => type === 'assistant')
  return [...new Set(answers.map(({ message }) => String(message.model)))]
}

async function askScript(flags: readonly string[]): Promise<{ readonly total_cost_usd: number }> {
  const file = join(home, 'replies.json')
  writeFileSync(file, JSON.stringify(['Two choirs.', 'Two choirs.', 'Two choirs.']))
  const simulator = startAntiphon(['simulate', '--port', '0', '--script', file, ...flags])
  try {
    const url = await new Promise<string>(resolve => {
      let said = ''
      const hear = (text: Buffer): void => {
        said += text
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
        if (found) resolve(found[0])
      }
      simulator.stdout.on('data', hear)
      simulator.stderr.on('data', hear)
    })
    const env = { ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: url }
    return JSON.parse((await run(['-p', 'sing', '--output-format', 'json'], env)).stdout)
  } finally {
    simulator.kill()
  }
}

describe('what answers in a model’s place', () => {
  it('is called the demo in the log and costs nothing', async () => {
    const { stdout } = await run(['-p', 'hello', '--output-format', 'json'])
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ is_error: false, total_cost_usd: 0 })
    expect(Object.keys(result.modelUsage)).toEqual(['antiphon-demo'])
    expect(result.usage.output_tokens).toBeGreaterThan(0)
    expect(storedModels()).toEqual(['antiphon-demo'])
    const usage = JSON.parse((await run(['usage', '--by', 'model', '--json'])).stdout)
    expect(usage.rows).toMatchObject([
      { key: 'antiphon-demo', costUsd: 0, costUsdAtLeast: 0, isCostKnown: true },
    ])
    expect(usage.total).toMatchObject({ costUsd: 0, unpricedModels: [] })
    expect((await run(['ls', '--json'])).stdout).toContain('"antiphon-demo"')
  })

  it('is called a simulator where a script answers, unless it shall stand for the model that was asked', async () => {
    expect((await askScript([])).total_cost_usd).toBe(0)
    expect(storedModels()).toEqual(['antiphon-simulator'])
    expect((await askScript(['--as-asked'])).total_cost_usd).toBeGreaterThan(0)
    expect(storedModels()).toContain('claude-opus-5-5')
  })
})
