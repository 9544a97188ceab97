import { AssertionError } from 'node:assert'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ApiRequest } from '@antiphon/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  assertNoRefusals,
  assertScriptUsedUp,
  assertStablePrefix,
  expectRequest,
  lastRequest,
  type TestSimulator,
  useSimulator,
  withSimulator,
} from '../src/for-tests/index.ts'

const HEADERS = { 'x-api-key': 'any', 'anthropic-version': '2026-10-21' }
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })

async function ask(
  { url }: Pick<TestSimulator, 'url'>,
  messages: unknown,
  rest: object = {},
): Promise<Response> {
  const body = { model: 'claude-opus-5-5', max_tokens: 100, messages, ...rest }
  return fetch(`${url}/v1/messages`, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
}

/** What an assertion says when it fails. */
function messageOf(assertion: () => void): string {
  try {
    assertion()
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError)
    return (error as Error).message
  }
  return '(it passed)'
}

describe('useSimulator', () => {
  const simulator = useSimulator({ script: ['one'] }, { beforeEach, afterEach })

  it.each([1, 2])('gives each test a simulator of its own (%i)', async () => {
    expect(simulator.log.all()).toEqual([])
    expect(await (await ask(simulator, [user('a')])).json()).toMatchObject({ content: [{ text: 'one' }] })
    simulator.say('two', 'three')
    expect(await (await ask(simulator, [user('b')])).json()).toMatchObject({ content: [{ text: 'two' }] })
    expect(simulator.script.left()).toEqual(['three'])
    simulator.clock.advance(1)
    simulator.faults.add({ fault: { kind: 'error', status: 529 } })
    expect((await ask(simulator, [user('c')])).status).toBe(529)
    expect(simulator.port).toBeGreaterThan(0)
  })

  it('says so when it is used outside of a test', () => {
    const unused = useSimulator({}, { beforeEach: () => undefined, afterEach: () => undefined })
    expect(() => unused.url).toThrow('only inside a test')
  })
})

describe('withSimulator', () => {
  it('closes it whatever happens, and hands on what the function gives', async () => {
    const urls: string[] = []
    expect(await withSimulator({}, ({ url }) => urls.push(url))).toBe(1)
    const failing = withSimulator({}, ({ url }) => {
      urls.push(url)
      throw new Error('mine')
    })
    await expect(failing).rejects.toThrow('mine')
    for (const url of urls) await expect(fetch(url)).rejects.toThrow()
  })

  it('takes a model in place of a script', async () => {
    const model = {
      name: 'echo',
      answer: ({ messages }: ApiRequest) => ({
        blocks: [{ type: 'text' as const, text: JSON.stringify(messages[0]?.content) }],
      }),
    }
    await withSimulator({ model }, async simulator => {
      expect(await (await ask(simulator, [user('me')])).json()).toMatchObject({ content: [{ text: '"me"' }] })
      expect(() => simulator.say('x')).toThrow('has no script')
    })
  })
})

describe('expectRequest', () => {
  it('finds a request from either end', async () => {
    await withSimulator({ script: ['a', 'b'] }, async simulator => {
      await ask(simulator, [user('first')])
      await ask(simulator, [user('second')])
      expect(expectRequest(simulator, 0).request.messages).toEqual([user('first')])
      expect(expectRequest(simulator, -1)).toEqual(lastRequest(simulator))
      expect(lastRequest(simulator)).toMatchObject({ number: 1, status: 200 })
    })
  })

  it('says what there is instead', async () => {
    await withSimulator({ script: ['a'] }, async simulator => {
      expect(messageOf(() => lastRequest(simulator))).toBe('no request -1: the simulator got 0')
      await fetch(`${simulator.url}/v1/messages`, { method: 'POST', headers: HEADERS, body: '{' })
      expect(messageOf(() => expectRequest(simulator, 2))).toBe(
        'no request 2: the simulator got 1\n  request 0 (POST /v1/messages): 400 ENV-03',
      )
      expect(messageOf(() => expectRequest(simulator, 0))).toContain('its body is no JSON')
    })
  })
})

describe('assertNoRefusals', () => {
  it('lists each refused request with its rule, its text and what stands there', async () => {
    await withSimulator({ script: ['a', 'b'] }, async simulator => {
      await ask(simulator, [user('fine')])
      expect(messageOf(() => assertNoRefusals(simulator))).toBe('(it passed)')
      await ask(simulator, [
        user([
          { type: 'text', text: 'a' },
          { type: 'text', text: '' },
        ]),
      ])
      const orphan = { type: 'tool_result', tool_use_id: 'toolu_9', content: 'x'.repeat(500) }
      await ask(simulator, [user('a'), assistant('b'), user([orphan])])
      const message = messageOf(() => assertNoRefusals(simulator))
      expect(message).toContain('2 of 3 requests were refused:\n')
      expect(message).toContain('request 1 (POST /v1/messages): 400 EMP-01 at messages.0.content.1\n')
      expect(message).toContain('there: {"type":"text","text":""}')
      expect(message).toMatch(/request 2 .*: 400 TUP-\d+ at messages\.2/)
      expect(message).toContain('toolu_9')
      expect(message.length).toBeLessThan(1200)
    })
  })

  it('counts what the model failed at, and not the faults that were asked for', async () => {
    await withSimulator({ faults: [{ fault: { kind: 'error', status: 429 } }] }, async simulator => {
      expect((await ask(simulator, [user('a')])).status).toBe(429)
      assertNoRefusals(simulator)
      expect((await ask(simulator, [user('a')])).status).toBe(500)
      expect(messageOf(() => assertNoRefusals(simulator))).toContain(
        'the script is used up after 0 of 1 requests',
      )
    })
  })
})

describe('assertScriptUsedUp', () => {
  it('tells of replies that nobody asked for, and of requests without a reply', async () => {
    await withSimulator({ script: ['a', { text: 'b' }, () => ({ blocks: [] })] }, async simulator => {
      await ask(simulator, [user('x')])
      expect(messageOf(() => assertScriptUsedUp(simulator))).toBe(
        'the script was not used up: nobody asked for the last 2 replies:\n  {"text":"b"}\n  function ',
      )
      for (let round = 0; round < 2; round++) await ask(simulator, [user('x')])
      assertScriptUsedUp(simulator)
      await ask(simulator, [user('x')])
      expect(messageOf(() => assertScriptUsedUp(simulator))).toContain('1 times more')
    })
  })
})

describe('assertStablePrefix', () => {
  const script = ['one', 'two', 'three', 'four']
  const system = [{ type: 'text', text: 'Be brief.' }]
  const second = [user('a'), assistant('one'), user('b')]

  /** What it says after these requests. */
  async function after(
    ...requests: readonly (readonly [messages: unknown, rest?: object])[]
  ): Promise<string> {
    return withSimulator({ script }, async simulator => {
      for (const [messages, rest] of requests) expect((await ask(simulator, messages, rest)).status).toBe(200)
      return messageOf(() => assertStablePrefix(simulator))
    })
  }

  it('passes a conversation that only grows, with marks that move and requests beside it', async () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const marked = user([{ type: 'text', text: 'a', ...mark }])
    const third = [...second, assistant('two'), user([{ type: 'text', text: 'c', ...mark }])]
    expect(
      await after([[marked], { system }], [second, { system }], [[user('a title?')]], [third, { system }]),
    ).toBe('(it passed)')
  })

  it('passes a question that is asked again, and a new branch', async () => {
    const branch = [user('a'), assistant('one'), user('other')]
    expect(await after([[user('a')]], [second], [[user('a')]], [branch])).toBe('(it passed)')
  })

  it('names the first block that differs, and shows both', async () => {
    const changed = [{ type: 'text', text: 'Be verbose.' }]
    const message = await after([[user('a')], { system }], [second, { system: changed }])
    expect(message).toBe(
      [
        'request 1 does not begin with the blocks of request 0, which it goes on from.',
        'The first block that differs is system.0 (block 1 of 2):',
        '  was: {"text":"Be brief.","type":"text"}',
        '  is:  {"text":"Be verbose.","type":"text"}',
      ].join('\n'),
    )
  })

  it('finds an edit in the first message, and one in the middle', async () => {
    const edited = [user('A'), ...second.slice(1)]
    expect(await after([[user('a')]], [edited])).toContain('messages.0.content.0 (block 1 of 1)')
    const third = [user('a'), assistant('one'), user('B'), assistant('two'), user('c')]
    expect(await after([[user('a')]], [second], [third])).toContain(
      'request 2 does not begin with the blocks of request 1',
    )
  })

  it('finds what was left out at the end', async () => {
    const short = [user('a'), assistant('two'), user('c')]
    expect(await after([[user('a')]], [second], [short])).toContain('messages.1.content.0')
    const tools = [{ name: 'Read', description: 'reads', input_schema: { type: 'object' } }]
    expect(await after([[user('a')], { tools }], [second])).toContain('tools.0 (block 1 of 2)')
  })
})

describe('node:test', () => {
  it('runs with the same hooks, and shows what was refused', async () => {
    const file = fileURLToPath(new URL('runner/node-runner.ts', import.meta.url))
    const args = ['--conditions=@antiphon/source', '--import', 'tsx', '--test', '--test-reporter=tap', file]
    // A runner inside a runner would think that it is a child of it.
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env
    const output = await new Promise<string>(resolve => {
      execFile(process.execPath, args, { env, timeout: 60_000 }, (__error, stdout, stderr) =>
        resolve(`${stdout}${stderr}`),
      )
    })
    expect(output).toMatch(/^ *ok 1 - talks to a fresh simulator/m)
    expect(output).toMatch(/^ *not ok 2 - talks to another one, which refuses/m)
    expect(output).toContain('1 of 1 requests were refused')
    expect(output).toContain('EMP-')
  })
})
