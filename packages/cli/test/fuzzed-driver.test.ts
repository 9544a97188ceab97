import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { JsonObject } from '@antiphon/contract'
import { type Answer, type Simulator, startSimulator } from '@antiphon/simulator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fewIfQuick } from '../../transcript/test/process/soak.ts'
import { expectOrder } from './fuzz/expect-order.ts'
import { createFuzzedHost, cut, type FuzzedHost } from './fuzz/fuzzed-host.ts'
import { hostLines, replies } from './fuzz/host-lines.ts'
import { createVoice, runWithHost } from './run-with-host.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import { runHere } from './test-io.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-fuzz-'))
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ model: { name: 'busy', answer } })
})
afterAll(async () => {
  await simulator.close()
  rmSync(folder, { recursive: true, force: true })
})

let files = 0

/** Works for a round, then says something: so prompts and questions come at every point of a turn. */
function answer(request: { readonly messages: readonly unknown[] }): Answer {
  const last = JSON.stringify(request.messages.at(-1))
  if (last.includes('tool_result')) return { blocks: [{ type: 'text', text: 'Done.' }] }
  const todos = [{ content: 'a', status: 'pending', activeForm: 'b' }]
  const file = { file_path: join(folder, `${files++}.txt`), content: 'written\n' }
  return {
    blocks: [
      { type: 'tool_use', name: 'TodoWrite', input: { todos } },
      { type: 'tool_use', name: 'Write', input: file },
    ],
  }
}

const FLAGS = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json']
const ASKING = [...FLAGS, '--permission-prompt-tool', 'stdio']

function environment(): Record<string, string> {
  return { HOME: folder, ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }
}

function parse(stdout: string): readonly JsonObject[] {
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

const pieceSize = fc.integer({ min: 1, max: 200 })

describe('a driver that sends anything', () => {
  it('gets each question answered once, one result a turn, and an end', async () => {
    await fc.assert(
      fc.asyncProperty(hostLines, pieceSize, fc.boolean(), async (sent, size, isTorn) => {
        const text = sent.map(line => `${line.text}\n`).join('') + (isTorn ? '{"type":"us' : '')
        const ran = await runHere(FLAGS, { stdin: cut(Buffer.from(text), size), env: environment() })
        expectOrder(parse(ran.stdout), sent)
        expect([0, 1]).toContain(ran.code)
      }),
      { numRuns: 30, ...fewIfQuick },
    )
  })

  it('and answers as it likes gets the same, while the run goes on', async () => {
    await fc.assert(
      fc.asyncProperty(hostLines, replies, pieceSize, async (lines, replies, pieceSize) => {
        const stdin = new PassThrough()
        const host = createFuzzedHost({ lines, replies, pieceSize, voice: createVoice(stdin) })
        const [ran, said] = await Promise.all([
          runWithHost(ASKING, { stdin, env: environment(), hear: host.hear }),
          host.speak(),
        ])
        expectOrder(ran.frames, said)
        expect([0, 1]).toContain(ran.code)
      }),
      { numRuns: 30, ...fewIfQuick },
    )
  })

  it('gets the same from the executable', async () => {
    await fc.assert(
      fc.asyncProperty(hostLines, replies, pieceSize, async (lines, replies, pieceSize) => {
        const child = startAntiphon(ASKING, environment(), folder)
        const ended = collect(child)
        child.stdin.on('error', () => {})
        const host = createFuzzedHost({ lines, replies, pieceSize, voice: createVoice(child.stdin) })
        hearLines(child.stdout, host)
        const [{ stdout, stderr, code }, said] = await Promise.all([ended, host.speak()])
        expectOrder(parse(stdout), said)
        expect(stderr).not.toMatch(/\n\s+at /)
        expect([0, 1]).toContain(code)
      }),
      { numRuns: 10, ...fewIfQuick },
    )
  })
})

function hearLines(stdout: NodeJS.ReadableStream, { hear }: FuzzedHost): void {
  let rest = ''
  stdout.on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(JSON.parse(line))
  })
}
