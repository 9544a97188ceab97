import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumbersRow, ToolNumbers } from '../protocol/numbers-protocol.ts'
import { limitRows, limitTools } from './limit-rows.ts'

const row = fc.nat(1000).map(
  (count): NumbersRow => ({
    key: `k${count}`,
    id: null,
    rest: null,
    answers: count,
    subagentAnswers: 1,
    sessions: 1,
    tokens: { input: count, output: 1, cacheWrite5m: 2, cacheWrite1h: 3, cacheRead: 4, total: count + 10 },
    costUsd: count / 4,
    isCostKnown: count % 7 !== 0,
    estimatedAnswers: 1,
    outputAtLeast: count + 2,
    costUsdAtLeast: count / 2,
    unpricedModels: [],
    firstAt: null,
    lastAt: null,
  }),
)

describe('a long table', () => {
  it('is bounded and adds up to the same', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.integer({ min: 1, max: 30 }), (rows, limit) => {
        const limited = limitRows(rows, limit)
        expect(limited.length).toBe(Math.min(rows.length, limit))
        const sum = (some: readonly NumbersRow[], toNumber: (one: NumbersRow) => number): number =>
          some.reduce((total, one) => total + toNumber(one), 0)
        for (const toNumber of [
          (one: NumbersRow) => one.answers,
          (one: NumbersRow) => one.costUsd,
          (one: NumbersRow) => one.tokens.total,
          (one: NumbersRow) => one.rest ?? 1,
        ])
          expect(sum(limited, toNumber)).toBe(sum(rows, toNumber))
        expect(limited.every(({ isCostKnown }) => isCostKnown)).toBe(
          rows.every(({ isCostKnown }) => isCostKnown),
        )
      }),
    )
  })
  it('keeps the largest of the tools that it puts together', () => {
    const tool = (calls: number): ToolNumbers => ({
      tool: `t${calls}`,
      calls,
      resultTokens: calls * 10,
      maxTokens: calls,
      sessions: 1,
      share: calls / 10,
      rest: null,
    })
    expect(limitTools([4, 3, 2, 1].map(tool), 2).at(-1)).toMatchObject({
      calls: 6,
      resultTokens: 60,
      maxTokens: 3,
      rest: 3,
    })
  })
})
