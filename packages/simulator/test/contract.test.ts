import {
  type ApiRequest,
  type ApiTargetOptions,
  buildApiRequest,
  checkApiContract,
  createApiView,
  createUserMessage,
  DEFAULT_API_VERSION,
  DEFAULT_MODEL,
} from '@antiphon/core'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { bodyCases } from '../../core/src/api/contract/rules/parameters/testing/body-cases.ts'
import { modelCases } from '../../core/src/api/contract/rules/parameters/testing/model-cases.ts'
import { changedRequest } from '../../core/src/api/contract/rules/parameters/testing/rule-case.ts'
import { serverToolCases } from '../../core/src/api/contract/rules/parameters/testing/server-tool-cases.ts'
import { stateCases } from '../../core/src/api/contract/rules/parameters/testing/state-cases.ts'
import { toolCases } from '../../core/src/api/contract/rules/parameters/testing/tool-cases.ts'
import { toolChoiceCases } from '../../core/src/api/contract/rules/parameters/testing/tool-choice-cases.ts'
import { arbitraryDamagedHistory } from '../../core/src/testing/arbitrary-damage.ts'
import { arbitraryRichHistory } from '../../core/src/testing/arbitrary-rich-history.ts'
import { historyCases } from '../../core/src/testing/contract-cases/index.ts'
import { type Simulator, startSimulator } from '../src/index.ts'

type Case = { readonly rule: string; readonly body: unknown; readonly target: ApiTargetOptions }

const CASES: readonly Case[] = [
  ...historyCases.map(({ rule, breaks, target = {} }) => ({ rule, body: breaks, target })),
  ...[...bodyCases, ...modelCases, ...toolChoiceCases, ...toolCases, ...serverToolCases, ...stateCases].map(
    ({ rule, breaks, target = {} }) => ({ rule, body: changedRequest(breaks, target), target }),
  ),
]

const simulators = new Map<string, Promise<Simulator>>()
afterAll(async () => {
  for (const simulator of simulators.values()) await (await simulator).close()
})

/** A simulator for a target: what the headers cannot say is one of its options. */
function simulatorFor({ platform, strict, limits }: ApiTargetOptions): Promise<Simulator> {
  const options = {
    ...(platform && { platform }),
    ...(strict !== undefined && { strict }),
    ...(limits && { limits }),
  }
  const name = JSON.stringify(options)
  const simulator = simulators.get(name) ?? startSimulator({ ...options, acceptsForeignThinking: true })
  simulators.set(name, simulator)
  return simulator
}

async function send(body: unknown, target: ApiTargetOptions = {}): Promise<Response> {
  const simulator = await simulatorFor(target)
  const betas: Record<string, string> = target.betas?.length
    ? { 'anthropic-beta': target.betas.join(',') }
    : {}
  const headers = {
    'x-api-key': 'any',
    'anthropic-version': target.apiVersion ?? DEFAULT_API_VERSION,
    ...betas,
  }
  return fetch(`${simulator.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) })
}

describe('the contract over HTTP', () => {
  it.each(CASES)('$rule is answered with its status, type and text', async ({ rule, body, target }) => {
    // The model of a target is the one that the request names.
    const { model: _, ...where } = target
    const expected = checkApiContract(body as ApiRequest, where).find(violation => violation.rule === rule)
    const [first] = checkApiContract(body as ApiRequest, where)
    const response = await send(body, target)
    const answer = (await response.json()) as { error: unknown }
    expect(expected, 'the case breaks its rule').toBeDefined()
    expect(response.headers.get('x-sim-rule')).toBe(first?.rule)
    expect(response.status).toBe(first?.status)
    expect(answer.error).toMatchObject({ type: first?.errorType, message: first?.message })
    expect(response.headers.get('x-sim-invented')).toBe(first?.invented ? 'true' : null)
    expect(response.headers.get('x-should-retry')).toBe('false')
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
    const planted = CASES.filter(({ target }) => Object.keys(target).length === 0)
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

  it.each([
    ['a key', { 'anthropic-version': '2026-10-21' }, 401, 'ENV-05'],
    ['a version', { 'x-api-key': 'k' }, 400, 'ENV-04'],
    ['a known version', { 'x-api-key': 'k', 'anthropic-version': '1999-01-01' }, 400, 'ENV-04'],
    [
      'betas by their names',
      { 'x-api-key': 'k', 'anthropic-version': '2026-10-21', 'anthropic-beta': 'x; y' },
      400,
      'ENV-06',
    ],
  ])('wants %s in the headers', async (_, headers, status, rule) => {
    const { url } = await simulatorFor({})
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: '{}',
    })
    expect([response.status, response.headers.get('x-sim-rule')]).toEqual([status, rule])
  })

  it.each([
    ['no JSON', '{"model"', 400, 'ENV-03', {}],
    ['no text', new Uint8Array([0x22, 0xff, 0x22]), 400, 'ENV-03', {}],
    ['too much', JSON.stringify({ text: 'x'.repeat(5000) }), 413, 'ENV-01', {}],
    ['what it cannot unpack', 'not gzip', 400, 'ENV-02', { 'content-encoding': 'gzip' }],
    ['an unknown packing', 'x', 400, 'ENV-02', { 'content-encoding': 'rot13' }],
  ])('takes %s for what it is', async (_, body, status, rule, headers) => {
    const { url } = await simulatorFor({ limits: { bodyBytes: 4096 } })
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: {
        'x-api-key': 'k',
        'anthropic-version': '2026-10-21',
        ...(headers as Record<string, string>),
      },
      body,
    })
    expect([response.status, response.headers.get('x-sim-rule')]).toEqual([status, rule])
  })
})
