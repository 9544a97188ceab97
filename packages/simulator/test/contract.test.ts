import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  API_RULES,
  type ApiMessage,
  type ApiRequest,
  type ApiTargetOptions,
  type ContentBlock,
  checkApiContract,
  DEFAULT_API_VERSION,
  DEFAULT_MODEL,
  type Violation,
} from '@antiphon/contract'
import { buildApiRequest, createApiView, createUserMessage } from '@antiphon/core'
import { arbitraryDamagedHistory } from '@antiphon/core/testing/arbitrary-damage'
import { arbitraryRichHistory } from '@antiphon/core/testing/arbitrary-rich-history'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createScriptModel, type Simulator, type SimulatorOptions, startSimulator } from '../src/index.ts'
import { CONTRACT_CASES, type ContractCase, NEVER_ALONE } from './contract-cases.ts'
import { BODY_CASES, HEADER_CASES } from './envelope-cases.ts'
import { THINKING_CASES } from './thinking-cases.ts'

const simulators = new Map<string, Promise<Simulator>>()
afterAll(async () => {
  for (const simulator of simulators.values()) await (await simulator).close()
})

/** A simulator with these options, the same one each time. */
function simulatorWith(options: SimulatorOptions): Promise<Simulator> {
  const name = JSON.stringify(options)
  const simulator = simulators.get(name) ?? startSimulator(options)
  simulators.set(name, simulator)
  return simulator
}

type SendOptions = { readonly target?: ApiTargetOptions; readonly without?: readonly string[] }

/** Sends to a simulator for a target: what the headers cannot say is one of its options. */
async function send(body: unknown, { target = {}, without = [] }: SendOptions = {}): Promise<Response> {
  const { platform, strict, limits, betas = [], apiVersion = DEFAULT_API_VERSION } = target
  const { url } = await simulatorWith({
    acceptsForeignThinking: true,
    without,
    ...(platform && { platform }),
    ...(strict !== undefined && { strict }),
    ...(limits && { limits }),
  })
  const headers: Record<string, string> = { 'x-api-key': 'any', 'anthropic-version': apiVersion }
  if (betas.length > 0) headers['anthropic-beta'] = betas.join(',')
  return fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const HELLO = { model: DEFAULT_MODEL, max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] }

function listViolations({ body, target }: ContractCase): readonly Violation[] {
  // The model of a target is the one that the request names.
  const { model: _, ...where } = target
  return checkApiContract(body as ApiRequest, where)
}

async function expectRefusal(response: Response, violation: Violation | undefined): Promise<void> {
  const answer = (await response.json()) as { error: unknown }
  expect(response.headers.get('x-sim-rule')).toBe(violation?.rule)
  expect(response.status).toBe(violation?.status)
  expect(answer.error).toMatchObject({ type: violation?.errorType, message: violation?.message })
  expect(response.headers.get('x-sim-invented')).toBe(violation?.invented ? 'true' : null)
  expect(response.headers.get('x-should-retry')).toBe('false')
}

describe('the contract over HTTP', () => {
  it.each(CONTRACT_CASES)('$rule is answered with its status, type and text', async contractCase => {
    const { rule, body, target } = contractCase
    const violations = listViolations(contractCase)
    const own = violations.find(violation => violation.rule === rule)
    expect(own, 'the case breaks its rule').toBeDefined()
    await expectRefusal(await send(body, { target }), violations[0])
    const without = [...new Set(violations.map(violation => violation.rule))].filter(other => other !== rule)
    if (without.length > 0) await expectRefusal(await send(body, { target, without }), own)
  })

  it('has for every rule a request that breaks it alone, but for those that none can', () => {
    const alone = new Set<string>()
    for (const contractCase of CONTRACT_CASES) {
      const { rule } = contractCase
      const rules = new Set(listViolations(contractCase).map(violation => violation.rule))
      if (rules.size === 1 && rules.has(rule)) alone.add(rule)
      const { breaksToo = [rule] } = NEVER_ALONE[rule] ?? {}
      expect(
        breaksToo.some(other => rules.has(other)),
        rule,
      ).toBe(true)
    }
    const others = API_RULES.map(({ id }) => id).filter(id => !alone.has(id))
    expect(others.sort()).toEqual(Object.keys(NEVER_ALONE))
  })

  it('accepts what the normaliser makes of any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(arbitraryDamagedHistory, arbitraryRichHistory), async history => {
        const view = createApiView()
        // The prompt ends a turn that paused: only the API that paused it would let it go on.
        for (const message of [...history, createUserMessage({ content: 'go on' })]) view.append(message)
        const response = await send(buildApiRequest(view.messages(), { model: DEFAULT_MODEL }))
        expect(response.status === 200 ? '' : await response.text()).toBe('')
        await response.arrayBuffer().catch(() => undefined)
      }),
      { numRuns: 150 },
    )
  })

  it('refuses a planted violation with the rule that it breaks', async () => {
    const planted = CONTRACT_CASES.filter(({ target }) => Object.keys(target).length === 0)
    await fc.assert(
      fc.asyncProperty(arbitraryRichHistory, fc.constantFrom(...planted), async (history, { rule, body }) => {
        const view = createApiView()
        for (const message of history) view.append(message)
        const sound = buildApiRequest(view.messages(), { model: DEFAULT_MODEL })
        const { messages, ...rest } = body as ApiRequest
        const isAboutMessages = Array.isArray(messages) && messages.length > 0
        const mixed = {
          ...sound,
          ...rest,
          ...(isAboutMessages ? { messages: [...sound.messages, ...messages] } : { messages }),
        }
        const rules = checkApiContract(mixed as ApiRequest).map(violation => violation.rule)
        fc.pre(rules.includes(rule))
        const response = await send(mixed)
        await response.arrayBuffer()
        expect(response.headers.get('x-sim-rule')).toBe(rules[0])
        fc.pre(new Set(rules).size === 1)
        expect(response.headers.get('x-sim-rule')).toBe(rule)
      }),
      { numRuns: 150 },
    )
  })

  it.each(HEADER_CASES)('refuses headers with $title ($rule)', async ({ rule, status, headers, body }) => {
    const { url } = await simulatorWith({})
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
    expect([response.status, response.headers.get('x-sim-rule')]).toEqual([status, rule])
  })

  it.each(BODY_CASES)('takes $title for what it is ($rule)', async ({ rule, status, headers, body }) => {
    const { url } = await simulatorWith({ limits: { bodyBytes: 4096 } })
    const response = await fetch(`${url}/v1/messages`, { method: 'POST', headers, body })
    expect([response.status, response.headers.get('x-sim-rule')]).toEqual([status, rule])
  })
})

describe('betas', () => {
  const post = (url: string, beta: string): Promise<Response> =>
    fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'anthropic-version': DEFAULT_API_VERSION, 'anthropic-beta': beta },
      body: JSON.stringify(HELLO),
    })

  it('are refused by name where nobody knows them, and pass where the rule is off', async () => {
    const { url } = await simulatorWith({})
    const known = 'interleaved-thinking-2025-05-14,claude-code-20250219'
    expect((await post(url, known)).status).toBe(200)
    const refused = await post(url, `${known},telepathy-2031-01-01, x-2030-01-01`)
    const { error } = (await refused.json()) as { error: { message: string } }
    expect([refused.status, error.message]).toEqual([
      400,
      'Unexpected value(s) `telepathy-2031-01-01`, `x-2030-01-01` for the `anthropic-beta` header. Please consult our documentation at platform.claude.com/docs or try again without the header.',
    ])
    const lenient = await simulatorWith({ without: ['ENV-06'] })
    expect((await post(lenient.url, 'telepathy-2031-01-01')).status).toBe(200)
  })
})

describe('counting tokens', () => {
  const count = async (fields: object, options: SimulatorOptions = {}): Promise<readonly unknown[]> => {
    const { url } = await simulatorWith(options)
    const response = await fetch(`${url}/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { 'x-api-key': 'k', 'anthropic-version': DEFAULT_API_VERSION },
      body: JSON.stringify({ model: HELLO.model, messages: HELLO.messages, ...fields }),
    })
    const answer = (await response.json()) as { error?: { message: string } }
    return [response.status, answer.error?.message, response.headers.get('x-sim-rule')]
  }

  it.each([['max_tokens', 9] as const, ['stream', false] as const, ['metadata', {}] as const])(
    'takes no %s, which is about an answer',
    async (field, value) => {
      expect(await count({ [field]: value })).toEqual([
        400,
        `${field}: Extra inputs are not permitted`,
        'ENV-10',
      ])
    },
  )

  it('takes what a prompt is made of', async () => {
    const tools = [{ name: 'read', input_schema: { type: 'object' } }]
    expect(await count({ tools, tool_choice: { type: 'auto' }, system: 'be kind' })).toEqual([
      200,
      undefined,
      null,
    ])
    expect(await count({ max_tokens: 9 }, { without: ['ENV-10'] })).toEqual([200, undefined, null])
  })
})

describe('thinking over HTTP', () => {
  it.each(THINKING_CASES)(
    '$rule refuses $title, and lets it pass where it is off',
    async ({ rule, edit }) => {
      const request = edit(await converse())
      const refused = await post(await simulatorWith({}), request)
      expect([refused.status, refused.headers.get('x-sim-rule')]).toEqual([400, rule])
      expect((await post(await simulatorWith({ without: [rule] }), request)).status).toBe(200)
    },
  )

  it('passes as it was', async () => {
    expect((await post(await simulatorWith({}), await converse())).status).toBe(200)
  })
})

describe('the rules that are shown here', () => {
  it('are all that the contract has and all that the simulator names', () => {
    const source = fileURLToPath(new URL('../src', import.meta.url))
    const named = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .flatMap(name => [...readFileSync(join(source, name), 'utf8').matchAll(/'([A-Z]{3}-\d\d)'/g)])
      .map(([, rule]) => rule)
    const shown = [...CONTRACT_CASES, ...HEADER_CASES, ...BODY_CASES, ...THINKING_CASES].map(
      ({ rule }) => rule,
    )
    expect(new Set(shown)).toEqual(new Set([...API_RULES.map(({ id }) => id), ...named]))
  })
})

/** A conversation of two turns, each with a call, whose thinking a simulator signed. */
async function converse(): Promise<ApiRequest> {
  const look = { thinking: 'look', text: 'Let me look.', calls: [{ name: 'Read' }] }
  const done = { thinking: 'so', text: 'Done.' }
  const simulator = await startSimulator({ model: createScriptModel([look, done, look, done]) })
  const messages: ApiMessage[] = []
  const tools = [{ name: 'Read', input_schema: { type: 'object' } }]
  const request: ApiRequest = { model: DEFAULT_MODEL, max_tokens: 1000, system: 'be kind', tools, messages }
  try {
    for (const prompt of ['one', 'two']) {
      messages.push({ role: 'user', content: prompt })
      const call = (await answer()).find(block => block.type === 'tool_use')
      const result = { type: 'tool_result', tool_use_id: call?.id ?? '', content: 'ok' } as const
      messages.push({ role: 'user', content: [result] })
      await answer()
    }
    messages.push({ role: 'user', content: 'and now?' })
    return request
  } finally {
    await simulator.close()
  }

  async function answer(): Promise<readonly ContentBlock[]> {
    const response = await post(simulator, request)
    const { content } = (await response.json()) as { content: readonly ContentBlock[] }
    messages.push({ role: 'assistant', content })
    return content
  }
}

function post({ url }: Simulator, request: unknown): Promise<Response> {
  const headers = { 'x-api-key': 'any', 'anthropic-version': DEFAULT_API_VERSION }
  return fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(request) })
}
