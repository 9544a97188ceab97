import type { ApiTargetOptions, ContentBlock } from '@antiphon/contract'
import { checkApiContract } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedHistory } from '../testing/arbitrary-damage.ts'
import { arbitraryHistory } from '../testing/arbitrary-history.ts'
import { buildApiRequest } from './build-api-request.ts'
import { createApiView } from './create-api-view.ts'
import { createSource, innerMessage } from './exchange.ts'
import type { ApiViewMessage } from './finish-exchange.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { isPaused } from './open-exchange.ts'
import type { Repair } from './repair.ts'

// `npm run soak` names a seed, and takes its time.
const RUNS = { numRuns: process.env.PROPERTY_SEED ? 2000 : 1000 }

const TOOLS = [{ name: 'Read', aliases: ['Old'] }, { name: 'Bash' }]
const API_TOOLS = TOOLS.map(({ name }) => ({ name, input_schema: { type: 'object' } }))

const arbitraryTarget: fc.Arbitrary<ApiTargetOptions> = fc.record({
  model: fc.constantFrom(
    'claude-opus-5-5',
    'claude-sonnet-5',
    'claude-haiku-4-5',
    'claude-opus-4-8',
    'gpt-nonsense',
  ),
  platform: fc.constantFrom('anthropic', 'bedrock', 'vertex'),
  apiVersion: fc.constantFrom('2023-06-01', '2026-10-21'),
})

function normalize(
  history: readonly unknown[],
  target: ApiTargetOptions = {},
): { messages: readonly ApiViewMessage[]; repairs: Repair[] } {
  const repairs: Repair[] = []
  const messages = normalizeMessagesForAPI(history, TOOLS, {
    ...target,
    report: repair => repairs.push(repair),
  })
  return { messages, repairs }
}

function violations(messages: readonly ApiViewMessage[], target: ApiTargetOptions) {
  const last = messages.at(-1)
  const pausedTurn = last?.type === 'assistant' && isPaused([createSource({ message: last.message }, 0)])
  const request = buildApiRequest(messages, { ...target, tools: API_TOOLS })
  return checkApiContract({ ...request, model: 'claude-opus-5-5' }, target, { pausedTurn }).map(
    ({ rule, path, message }) => ({ rule, path, message }),
  )
}

/** Blocks with the role that speaks them: what stability is measured in. */
function spokenBlocks(messages: readonly ApiViewMessage[]): string[] {
  return messages.flatMap(({ message }) =>
    (message.content as readonly ContentBlock[]).map(block => `${message.role} ${JSON.stringify(block)}`),
  )
}

/** Where a request was sent: before each answer whose id is new. */
function requestPoints(history: readonly unknown[]): number[] {
  const ids = new Set<unknown>()
  const points: number[] = []
  history.forEach((message, index) => {
    const source = createSource(
      (typeof message === 'object' && message !== null ? message : {}) as Record<string, unknown>,
      index,
    )
    if (
      source.message.type !== 'assistant' ||
      source.message.isApiErrorMessage === true ||
      source.message.isVirtual === true
    )
      return
    if (typeof source.message.message !== 'object' || source.message.message === null) return
    const { id } = innerMessage(source)
    // Where nothing names the answers, nobody can tell where a request was sent.
    if (typeof id !== 'string' || id === '') return
    if (!ids.has(id)) points.push(index)
    ids.add(id)
  })
  return points.filter(index => index > 0)
}

function lateResults(history: readonly unknown[], point: number): readonly unknown[] {
  return history.slice(point).filter(message => JSON.stringify(message).includes('"tool_result"'))
}

describe('normalizeMessagesForAPI', () => {
  it('makes a sendable request of any damaged history, for every target', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        expect(violations(normalize(history, target).messages, target)).toEqual([])
      }),
      RUNS,
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        const once = normalize(history, target).messages
        const twice = normalize(once, target)
        expect(twice.messages).toEqual(once)
        expect(twice.repairs).toEqual([])
      }),
      RUNS,
    )
  })

  it('gives valid input back byte for byte', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        const valid = JSON.stringify(normalize(history, target).messages)
        expect(JSON.stringify(normalize(JSON.parse(valid) as unknown[], target).messages)).toBe(valid)
      }),
      RUNS,
    )
  })

  it('equals the view that takes one message at a time, rendered after each', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        const view = createApiView(TOOLS, target)
        for (const message of history) {
          view.append(message)
          view.messages()
        }
        const pure = normalize(history, target)
        expect(view.messages()).toEqual(pure.messages)
        expect(view.repairs()).toEqual(pure.repairs)
      }),
      RUNS,
    )
  })

  it('only appends to what was sent before', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        const later = spokenBlocks(normalize(history, target).messages)
        for (const point of requestPoints(history)) {
          const sent = spokenBlocks(normalize(history.slice(0, point), target).messages)
          expect(later.slice(0, sent.length)).toEqual(sent)
        }
      }),
      RUNS,
    )
  })

  it('keeps a repair that was sent and recorded, whatever arrives afterwards', () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.nat(), arbitraryTarget, (history, cut, target) => {
        const point = history.length === 0 ? 0 : cut % history.length
        const view = createApiView(TOOLS, target)
        for (const message of history.slice(0, point)) view.append(message)
        const sent = spokenBlocks(view.messages())
        for (const message of view.missing()) view.append(message)
        expect(spokenBlocks(view.messages())).toEqual(sent)
        // SRV-07, SYS-02: after the API's own tools only results may follow, and after a system turn only an
        // answer, so that what comes late has to change the reply.
        const results = sent.some(block => block.includes('"server_tool_use"') || block.startsWith('system'))
          ? []
          : lateResults(history, point)
        for (const message of results) view.append(message)
        if (point > 0) expect(spokenBlocks(view.messages()).slice(0, sent.length)).toEqual(sent)
      }),
      RUNS,
    )
  })

  it('accounts for every block of the log that is not in the request', () => {
    fc.assert(
      fc.property(arbitraryDamagedHistory, arbitraryTarget, (history, target) => {
        const { messages, repairs } = normalize(history, target)
        const sent = new Map<string, number>()
        for (const block of messages.flatMap(({ message }) => message.content as readonly unknown[])) {
          const key = JSON.stringify(block)
          sent.set(key, (sent.get(key) ?? 0) + 1)
        }
        const accounted = new Set(repairs.map(repair => repair.index))
        history.forEach((message, index) => {
          const content = (message as { message?: { content?: unknown } } | null)?.message?.content
          const { type } = (message ?? {}) as { type?: unknown }
          if (!Array.isArray(content) || accounted.has(index)) return
          if (type !== 'user' && type !== 'assistant') return
          for (const block of content) {
            if ((block as { type?: unknown } | null)?.type === 'tool_use') continue
            const key = JSON.stringify(block)
            const left = sent.get(key) ?? 0
            expect(left, `block ${key} of message ${index}`).toBeGreaterThan(0)
            sent.set(key, left - 1)
          }
        })
      }),
      RUNS,
    )
  })
})
