import { type Attachment, isAttachmentMessage } from '@antiphon/core'
import { type CountedAnswer, NO_USAGE_SUM } from '@antiphon/core/usage'
import { describe, expect, it } from 'vitest'
import { type BudgetOptions, createSessionBudget, type SessionBudget } from './session-budget.ts'

const MODEL = 'claude-haiku-4-5'

/** A budget, and a way to spend from it. */
function budgetOf(
  limits: Omit<BudgetOptions, 'spending'>,
  model: string = MODEL,
): { readonly budget: SessionBudget; readonly spend: (outputTokens: number) => void } {
  const answers: CountedAnswer[] = []
  const budget = createSessionBudget({ ...limits, spending: { answers: () => answers } })
  budget.beginTurn()
  return {
    budget,
    spend(output_tokens) {
      const usage = { ...NO_USAGE_SUM, output_tokens }
      // Only these fields are read.
      answers.push({ id: String(answers.length), model, usage, at: null } as unknown as CountedAnswer)
    },
  }
}

const nudgesOf = (budget: SessionBudget): readonly Attachment['type'][] =>
  budget.takeNudges().flatMap(message => (isAttachmentMessage(message) ? [message.attachment.type] : []))

describe('createSessionBudget', () => {
  it('says nothing without limits', () => {
    const budget = createSessionBudget(undefined)
    budget.beginTurn()
    expect([budget.takeNudges(), budget.findEnd(), budget.turn()]).toEqual([[], null, undefined])
  })

  it('nudges near the end of a turn and just before, each once, and ends the turn at its limit', () => {
    const { budget, spend } = budgetOf({ turnTokens: 100 })
    const seen = [10, 75, 1, 10, 1, 10].map(tokens => {
      spend(tokens)
      return [nudgesOf(budget).length > 0, budget.findEnd()?.kind ?? null]
    })
    expect(seen).toEqual([
      [false, null],
      [true, null],
      [false, null],
      [true, null],
      [false, null],
      [false, 'tokens'],
    ])
    expect(budget.turn()).toEqual({ tokens: 107, limit: 100, nudges: 2 })
    budget.beginTurn()
    expect([budget.findEnd(), budget.turn()]).toEqual([null, { tokens: 0, limit: 100, nudges: 0 }])
  })

  it('counts money over all turns', () => {
    const { budget, spend } = budgetOf({ usd: 0.01 })
    spend(1_700)
    expect(nudgesOf(budget)).toEqual(['budget_usd', 'critical_system_reminder'])
    budget.beginTurn()
    expect([nudgesOf(budget), budget.findEnd()]).toEqual([[], null])
    spend(400)
    expect(budget.findEnd()).toEqual({ kind: 'usd', detail: 'Reached maximum budget ($0.01)' })
    budget.beginTurn()
    expect(budget.findEnd()?.kind).toBe('usd')
  })

  it('stops where what is spent cannot be known', () => {
    const { budget, spend } = budgetOf({ usd: 1 }, 'a-model-without-a-price')
    expect(budget.findEnd()).toBeNull()
    spend(1)
    expect(budget.findEnd()).toMatchObject({ kind: 'usd', detail: expect.stringContaining('not known') })
  })
})
