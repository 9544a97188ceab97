import type { Fault, SimulatedModel } from '@antiphon/simulator'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { TurnResult } from '../src/index.ts'
import { createEngineKit, type EngineKit, refusals, run, stored } from './engine-kit.ts'
import { createScriptedProvider, type StreamScript, start, stop, text, toolUse } from './stream-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

/** Calls a tool at each prompt, and is done when it has the result: as often as it is asked. */
const STEADY: SimulatedModel = {
  name: 'steady',
  answer({ messages }) {
    const content = messages.at(-1)?.content
    const isResult = Array.isArray(content) && content.at(-1)?.type === 'tool_result'
    return {
      blocks: isResult
        ? [{ type: 'text', text: 'Done.' }]
        : [
            { type: 'thinking', thinking: 'a call' },
            { type: 'text', text: 'I call.' },
            { type: 'tool_use', name: 'Echo', input: { text: 'hello' } },
          ],
    }
  },
}

type Case = readonly [fault: Fault, end: TurnResult['end']['reason'], told: RegExp | null]

const CASES: readonly Case[] = [
  [{ kind: 'error', status: 400 }, 'failed', /API Error: 400 A fault was asked for/],
  [{ kind: 'error', status: 401 }, 'failed', /API Error: 401/],
  [{ kind: 'error', status: 413 }, 'completed', /too large/i],
  [{ kind: 'error', status: 429 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'error', status: 500 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'error', status: 529 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'timeout', milliseconds: 20 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'slow-stream', milliseconds: 2 }, 'completed', null],
  [{ kind: 'cut-stream', afterBytes: 900 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'error-event', afterEvents: 3 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'malformed-event', afterEvents: 3 }, 'completed', /"subtype":"api_error"/],
  [{ kind: 'duplicate-message-start' }, 'completed', null],
  [{ kind: 'refusal' }, 'refused', null],
  [{ kind: 'max-tokens-in-call' }, 'completed', null],
  [{ kind: 'pause-turn' }, 'completed', null],
]

const PLACES = [
  ['in the first answer', 0],
  ['in the answer to the results', 1],
] as const

describe.each(PLACES)('a fault %s of a turn', (_, after) => {
  it.each(CASES.map(([fault, ...rest]) => [nameOf(fault), fault, ...rest] as const))(
    '%s: the turn ends sensibly, the next one is accepted, the log resumes',
    async (_name, fault, end, told) => {
      kit = await createEngineKit([], { model: STEADY, faults: [{ fault, after }] })
      const first = await kit.open()
      const { events, result } = await run(first.engine, 'go')
      expect(result.end.reason).toBe(end)
      if (end === 'completed') expect(result.text).toBe('Done.')
      if (told) expect(JSON.stringify(stored(events))).toMatch(told)
      await expectHealthy(first, 'and now?')
      const second = await kit.open()
      await expectHealthy(second, 'and after a resume?')
      expectNoRefusalBut(fault)
    },
  )

  it.each([
    [{ kind: 'timeout', milliseconds: 60_000 }],
    [{ kind: 'slow-stream', milliseconds: 60_000 }],
  ] satisfies [Fault][])('%o that lasts can be interrupted', async fault => {
    kit = await createEngineKit([], { model: STEADY, faults: [{ fault, after }] })
    const first = await kit.open()
    let asked = 0
    const { result } = await run(first.engine, 'go', event => {
      if (event.type === 'stream_request_start' && asked++ === after)
        setTimeout(() => first.engine.interrupt(), 50)
    })
    expect(result.end).toEqual({ reason: 'interrupted' })
    await expectHealthy(first, 'and now?')
    await expectHealthy(await kit.open(), 'and after a resume?')
    expectNoRefusalBut(fault)
  })
})

it('prints nothing of what a broken stream sent', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  kit = await createEngineKit([], {
    model: STEADY,
    faults: [{ fault: { kind: 'malformed-event', afterEvents: 3 } }],
  })
  const { engine, close } = await kit.open()
  await run(engine, 'go')
  await close()
  expect(print.mock.calls).toEqual([])
  print.mockRestore()
})

describe('an answer that begins again', () => {
  it('after one of its calls has started is kept as it was', async () => {
    kit = await createEngineKit([], { model: STEADY })
    const { engine, close } = await kit.open({ provider: createScriptedProvider(STARTED_CALL) })
    const { result } = await run(engine, 'go')
    expect(result.text).toBe('After.')
    const kept = JSON.stringify(engine.messages())
    expect(kept).toContain('echo: once')
    expect(kept).toContain('"id":"toolu_once"')
    await close()
    await expectHealthy(await kit.open(), 'and after a resume?')
    expect(refusals(kit.simulator)).toEqual([])
  })
})

const STARTED_CALL: readonly StreamScript[] = [
  [
    start('msg_1'),
    ...toolUse('toolu_once', 'Echo', 'once'),
    start('msg_2'),
    ...text('Instead.'),
    ...stop('end_turn'),
  ],
  [start('msg_3'), ...text('After.'), ...stop('end_turn')],
]

async function expectHealthy(
  { engine, close }: Awaited<ReturnType<EngineKit['open']>>,
  prompt: string,
): Promise<void> {
  const { result } = await run(engine, prompt)
  expect(result).toMatchObject({ text: 'Done.', turns: 2, end: { reason: 'completed' } })
  await close()
}

function expectNoRefusalBut(fault: Fault): void {
  const statuses = kit?.simulator.log.all().flatMap(({ refusal }) => refusal?.status ?? [])
  expect(statuses).toEqual(fault.kind === 'error' ? [fault.status] : [])
}

function nameOf(fault: Fault): string {
  return fault.kind === 'error' ? `error ${fault.status}` : fault.kind
}
