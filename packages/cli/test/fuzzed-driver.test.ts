import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject } from '@antiphon/core'
import { type Answer, type Simulator, startSimulator } from '@antiphon/simulator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Works for a round, then says something: so prompts and questions come at every point of a turn. */
function answer(request: { readonly messages: readonly unknown[] }): Answer {
  const last = JSON.stringify(request.messages.at(-1))
  if (last.includes('tool_result')) return { blocks: [{ type: 'text', text: 'Done.' }] }
  const todos = [{ content: 'a', status: 'pending', activeForm: 'b' }]
  return { blocks: [{ type: 'tool_use', name: 'TodoWrite', input: { todos } }] }
}

const FLAGS = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json']

function environment(): Record<string, string> {
  return { HOME: folder, ANTHROPIC_API_KEY: 'any', ANTHROPIC_BASE_URL: simulator.url }
}

type Line = { readonly text: string; readonly requestId?: string; readonly isPrompt?: boolean }

let requests = 0
const subtype = fc.constantFrom(
  ...['initialize', 'interrupt', 'set_model', 'set_permission_mode', 'mcp_status', 'get_context_usage'],
  ...['rewind_files', 'cancel_async_message', 'list_models', 'hook_callback', 'fly', '', 'constructor'],
)
const request: fc.Arbitrary<Line> = fc
  .record({
    subtype,
    fields: fc.dictionary(fc.constantFrom('mode', 'model', 'user_message_id', 'hooks'), fc.jsonValue()),
  })
  .map(({ subtype, fields }) => {
    const requestId = `r${requests++}`
    return {
      requestId,
      text: JSON.stringify({
        type: 'control_request',
        request_id: requestId,
        request: { ...fields, subtype },
      }),
    }
  })
const prompt: fc.Arbitrary<Line> = fc.string({ unit: 'binary', minLength: 1 }).map(text => ({
  isPrompt: text.trim() !== '',
  text: JSON.stringify({ type: 'user', message: { role: 'user', content: text } }),
}))
const noise: fc.Arbitrary<Line> = fc.oneof(
  fc.string().map(text => ({ text: text.replaceAll('\n', ' ') })),
  fc.jsonValue().map(value => ({ text: JSON.stringify(value) })),
  fc.constant({ text: '{"type":"control_cancel_request","request_id":"r0"}' }),
  fc.constant({ text: '{"type":"control_response","response":{"subtype":"success","request_id":"none"}}' }),
  fc.constant({ text: '{"type":"keep_alive"}' }),
  fc.constant({ text: '' }),
)
const lines = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: request },
    { weight: 3, arbitrary: prompt },
    { weight: 2, arbitrary: noise },
  ),
  { maxLength: 12 },
)

/** The bytes in pieces, as pipes deliver them. */
function cut(bytes: Buffer, size: number): readonly Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return pieces
}

function expectOrder(stdout: string, sent: readonly Line[]): void {
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
  const answered = events.flatMap(event =>
    event.type === 'control_response' ? [event.response.request_id] : [],
  )
  const asked = sent.flatMap(({ requestId }) => requestId ?? [])
  expect(answered.toSorted()).toEqual(asked.toSorted())
  // A turn opens with `init` and closes with its one result, never two at once.
  const turns = events.flatMap(event =>
    event.type === 'result' ? ['result'] : event.subtype === 'init' ? ['init'] : [],
  )
  expect(turns).toEqual(Array.from({ length: turns.length / 2 }, () => ['init', 'result']).flat())
  const states = events.flatMap(event => (event.subtype === 'session_state_changed' ? [event.state] : []))
  if (states.length > 0) expect(states.at(-1)).toBe('idle')
  // Every prompt was taken up by exactly one turn, unless it was cancelled.
  const told = events.flatMap(event => (event.type === 'result' ? (event.user_message_uuids ?? []) : []))
  expect(new Set(told).size).toBe(told.length)
  const cancelled = events.flatMap(event =>
    isObject(event.response?.response) ? (event.response.response.cancelled ?? []) : [],
  )
  expect(told.length + cancelled.length).toBe(sent.filter(({ isPrompt }) => isPrompt).length)
}

describe('a driver that sends anything', () => {
  it('gets each question answered once, one result a turn, and an end', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 200 }), fc.boolean(), async (sent, size, isTorn) => {
        const text = sent.map(line => `${line.text}\n`).join('') + (isTorn ? '{"type":"us' : '')
        const ran = await runHere(FLAGS, { stdin: cut(Buffer.from(text), size), env: environment() })
        expectOrder(ran.stdout, sent)
        expect([0, 1]).toContain(ran.code)
      }),
      { numRuns: 150 },
    )
  })

  it('gets the same from the executable', async () => {
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 200 }), async (sent, size) => {
        const child = startAntiphon(FLAGS, environment(), folder)
        const ended = collect(child)
        child.stdin.on('error', () => {})
        for (const piece of cut(Buffer.from(sent.map(line => `${line.text}\n`).join('')), size))
          child.stdin.write(piece)
        child.stdin.end()
        const { stdout, stderr, code } = await ended
        expectOrder(stdout, sent)
        expect(stderr).not.toMatch(/\n\s+at /)
        expect([0, 1]).toContain(code)
      }),
      { numRuns: 10 },
    )
  })
})
