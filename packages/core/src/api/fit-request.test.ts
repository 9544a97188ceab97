import type { ApiLimits, ApiTargetOptions } from '@antiphon/contract'
import { checkApiContract, jsonBytes } from '@antiphon/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, type LooseMessage } from '../testing/arbitrary-history.ts'
import {
  answer,
  call,
  type LogMessage,
  log,
  result,
  text,
  thinking,
  user,
} from '../testing/history-builder.ts'
import { normalizeLog, spokenBlocks } from '../testing/normalize-log.ts'
import { buildApiRequest } from './build-api-request.ts'
import { createApiView } from './create-api-view.ts'
import { createSource } from './exchange.ts'
import { isPaused } from './open-exchange.ts'
import { toApiMessage } from './to-api-message.ts'

const LEFT_OUT = /^\[\d+ earlier messages left out: the request would be larger than the API takes\]$/

function turns(count: number, words: string): readonly LogMessage[] {
  return log(
    ...Array.from({ length: count }, (_, turn) => [
      user(`${turn} ${words}`),
      answer(`m${turn}`, [thinking(`${turn}`), call(`t${turn}`)]),
      user([result(`t${turn}`, words)]),
      answer(`n${turn}`, [thinking(`${turn}`), text('Done.')]),
    ]).flat(),
    user('and now?'),
  )
}

describe('a request that is too large', () => {
  it('loses its head, with a note in its place, and keeps its end', () => {
    const { messages, repairs, violations } = normalizeLog(turns(20, 'x'.repeat(500)), {
      limits: { bodyBytes: 10_000 },
    })
    expect(violations).toEqual([])
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: expect.stringMatching(LEFT_OUT) },
      ...((messages[0]?.content.slice(1) as object[]) ?? []),
    ])
    expect(messages.at(-1)?.content).toEqual([text('and now?')])
    expect(repairs).toContainEqual(expect.objectContaining({ rule: 'ENV-01', action: 'removed' }))
  })

  it('loses its head where there are too many messages', () => {
    const { messages, violations } = normalizeLog(turns(20, 'x'), { limits: { messages: 12 } })
    expect(violations).toEqual([])
    expect(messages.length).toBeLessThanOrEqual(12)
    expect(messages.at(-1)?.content).toEqual([text('and now?')])
  })

  it('loses the thinking that was bound to its head, where the model checks that, and no thinking made since', () => {
    const history = turns(20, 'x'.repeat(500))
    const thoughts = (model: string) =>
      normalizeLog(history, { model, limits: { bodyBytes: 10_000 } })
        .messages.filter(({ role }) => role === 'assistant')
        .map(({ content }) => JSON.stringify(content).includes('"thinking"'))
    const checked = thoughts('claude-opus-5-5')
    expect(checked[0]).toBe(false)
    expect(checked).toEqual(checked.toSorted())
    expect(checked.at(-1)).toBe(true)
    expect(thoughts('claude-haiku-4-5')).not.toContain(false)
  })

  it('is cut inside where one message alone is too large', () => {
    const { messages, violations, repairs } = normalizeLog(log(user('👋'.repeat(50_000))), {
      limits: { bodyBytes: 10_000 },
    })
    expect(violations).toEqual([])
    expect(jsonBytes(messages)).toBeLessThan(10_000)
    expect(repairs).toContainEqual(expect.objectContaining({ rule: 'ENV-01', action: 'edited' }))
  })

  it('begins at no result whose call is gone', () => {
    const { messages } = normalizeLog(turns(30, 'x'.repeat(200)), { limits: { bodyBytes: 6000 } })
    expect(JSON.stringify(messages[0])).not.toContain('tool_result')
  })
})

describe('the head of a request that grows', () => {
  it('moves seldom: a request is the one before and more, until the budget is spent', () => {
    const history = turns(40, 'x'.repeat(300))
    const limits = { bodyBytes: 12_000 }
    const view = createApiView([{ name: 'Read' }], { limits })
    let before: readonly string[] = []
    let cuts = 0
    let requests = 0
    for (const message of history) {
      if (message.type === 'assistant') {
        const sent = view.messages().map(toApiMessage)
        const blocks = spokenBlocks(sent)
        const grew = before.every((block, index) => block === blocks[index])
        if (!grew) {
          cuts++
          // Half of the budget is free again, or the next cut would come at once.
          expect(jsonBytes(sent)).toBeLessThan(limits.bodyBytes * 0.6)
        }
        before = blocks
        requests++
      }
      view.append(message)
    }
    expect(requests).toBe(80)
    expect(cuts).toBeGreaterThan(0)
    expect(cuts).toBeLessThan(requests / 8)
  })

  it('does not move while the budget lasts', () => {
    const history = turns(10, 'x'.repeat(100))
    const { messages, repairs } = normalizeLog(history, { limits: { bodyBytes: 50_000 } })
    expect(repairs).toEqual([])
    expect(messages).toHaveLength(history.length)
  })
})

const arbitraryLimits: fc.Arbitrary<Partial<ApiLimits>> = fc.oneof(
  fc.record({ bodyBytes: fc.integer({ min: 6000, max: 30_000 }) }),
  fc.record({ messages: fc.integer({ min: 6, max: 20 }) }),
  fc.record({ bodyBytes: fc.integer({ min: 6000, max: 30_000 }), messages: fc.integer({ min: 6, max: 20 }) }),
)

/** Sessions that follow one another, in which some of what people say is long. */
const arbitraryLongHistory: fc.Arbitrary<LooseMessage[]> = fc
  .array(fc.tuple(arbitraryHistory, fc.constantFrom('x', 'é', '👋', '\u0001', '"'), fc.nat(3000)), {
    minLength: 1,
    maxLength: 4,
  })
  .map(parts => parts.flatMap((part, index) => lengthen(part, index)))

function lengthen([history, unit, count]: readonly [LooseMessage[], string, number], part: number) {
  return history.map(message => {
    const renamed = JSON.stringify(message)
      .replaceAll('msg_', `msg_${part}_`)
      .replaceAll('toolu_', `toolu_${part}_`)
      .replaceAll('"uuid":"0', `"uuid":"${part + 1}`)
    const own = JSON.parse(renamed) as LooseMessage
    const inner = own.message as { content?: unknown } | undefined
    if (own.type !== 'user' || typeof inner?.content !== 'string') return own
    return { ...own, message: { ...inner, content: `w ${unit.repeat(count)}` } }
  })
}

describe('with tiny limits', () => {
  it('any history becomes a request that keeps to them, and the view agrees with the pure function', () => {
    fc.assert(
      fc.property(
        arbitraryLongHistory,
        arbitraryLimits,
        fc.constantFrom('claude-opus-5-5', 'claude-haiku-4-5'),
        (history, limits, model) => {
          const target: ApiTargetOptions = { model, limits }
          const { messages, violations } = normalizeLog(history, { ...target, tools: [{ name: 'Read' }] })
          expect(violations).toEqual([])
          const view = createApiView([{ name: 'Read' }], target)
          for (const message of history) {
            view.append(message)
            view.messages()
          }
          expect(view.messages().map(toApiMessage)).toEqual(messages)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('a request is the one before and more, or was cut', () => {
    fc.assert(
      fc.property(arbitraryLongHistory, arbitraryLimits, (history, limits) => {
        const view = createApiView([{ name: 'Read' }], { limits })
        const answered = new Set<unknown>()
        let before: readonly string[] = []
        for (const message of history) {
          const id = (message.message as { id?: unknown } | undefined)?.id
          if (message.type === 'assistant' && message.isApiErrorMessage !== true && !answered.has(id)) {
            const sent = view.messages().map(toApiMessage)
            expectSendable(sent, limits)
            const blocks = spokenBlocks(sent)
            const grew = before.every((block, index) => block === blocks[index])
            if (!grew) expect(view.repairs().some(({ rule }) => rule === 'ENV-01')).toBe(true)
            before = blocks
            answered.add(id)
          }
          view.append(message)
        }
      }),
      { numRuns: 80 },
    )
  })
})

function expectSendable(messages: ReturnType<typeof toApiMessage>[], limits: Partial<ApiLimits>): void {
  const last = messages.at(-1)
  const pausedTurn =
    last?.role === 'assistant' &&
    isPaused([createSource({ message: { ...last, stop_reason: 'pause_turn' } }, 0)])
  const request = { ...buildApiRequest([]), messages }
  expect(checkApiContract(request, { limits }, { pausedTurn })).toEqual([])
}
