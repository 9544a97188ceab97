import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createScriptModel, startSimulator } from '@antiphon/simulator'
import { describe, expect, it } from 'vitest'
import { collect, startAntiphon } from './spawn-antiphon.ts'

const SESSION = '7d0f2a38-58d5-4c0e-9f0e-0b6a3f0f1c11'
const STREAM = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json']

function toLine(content: string): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`
}

/** The session's file as it is now; empty before there is one. */
function readSession(home: string): string {
  const projects = join(home, '.antiphon', 'projects')
  try {
    const [project = ''] = readdirSync(projects)
    return readFileSync(join(projects, project, `${SESSION}.jsonl`), 'utf8')
  } catch {
    return ''
  }
}

async function waitFor(isThere: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600 && !isThere(); tries++) await setTimeout(50)
  expect(isThere()).toBe(true)
}

describe('prompts that waited when the process was killed', () => {
  it('are answered first when the session goes on, in their order', async () => {
    const home = mkdtempSync(join(tmpdir(), 'antiphon-queue-'))
    const folder = join(home, 'project')
    mkdirSync(folder)
    const simulator = await startSimulator({
      model: createScriptModel([
        { calls: [{ name: 'Bash', input: { command: 'sleep 30' } }] },
        'First.',
        'Second.',
        'Third.',
      ]),
    })
    const env = { HOME: home, ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }
    try {
      const killed = startAntiphon(
        [...STREAM, '--session-id', SESSION, '--allowedTools', 'Bash'],
        env,
        folder,
      )
      const ended = collect(killed)
      killed.stdin.write(toLine('sleep a while'))
      await waitFor(() => readSession(home).includes('"sleep 30"'))
      killed.stdin.write(toLine('the one that waits') + toLine('and another'))
      await waitFor(() => readSession(home).includes('and another'))
      killed.kill('SIGKILL')
      await ended
      const again = startAntiphon([...STREAM, '--resume', SESSION], env, folder)
      const output = collect(again)
      again.stdin.end(toLine('a new one'))
      const { stdout, stderr, code } = await output
      const results = stdout
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line))
        .filter(({ type }) => type === 'result')
      expect(results.map(({ result }) => result)).toEqual(['First.', 'Second.', 'Third.'])
      expect(stderr).toContain('2 prompts that waited')
      expect(code).toBe(0)
      const asked = simulator.log.all().map(({ request }) => JSON.stringify(request?.messages.at(-1)))
      expect(asked[1]).toContain('the one that waits')
      expect(asked[2]).toContain('and another')
      expect(asked[3]).toContain('a new one')
      expect(simulator.log.all().map(({ status }) => status)).toEqual([200, 200, 200, 200])
    } finally {
      await simulator.close()
      rmSync(home, { recursive: true, force: true })
    }
  })
})
