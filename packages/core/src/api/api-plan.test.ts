import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryDamagedHistory } from '../testing/arbitrary-damage.ts'
import { answer, attachment, call, log, result, user } from '../testing/history-builder.ts'
import { normalizeLog } from '../testing/normalize-log.ts'
import { API_STAGES, createPlan, isApiStage, WHOLE_PLAN } from './api-plan.ts'
import { API_STEPS } from './api-steps.ts'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'

const rules = (violations: readonly string[]): readonly string[] =>
  violations.map(text => text.split(' ')[0] ?? '')

describe('createPlan', () => {
  it('is the whole way unless told', () => {
    expect(WHOLE_PLAN.steps.map(({ step }) => step)).toEqual(API_STEPS)
    expect([...WHOLE_PLAN.stages]).toEqual(API_STAGES)
    expect(WHOLE_PLAN.tooLate).toEqual([])
  })

  it('gives the named steps their places in another order', () => {
    const { steps } = createPlan({ order: ['resultsFirst', 'pairToolResults'] })
    const names = steps.map(({ name }) => name)
    const usual = WHOLE_PLAN.steps.map(({ name }) => name)
    const swapped = usual.map(name =>
      name === 'resultsFirst' ? 'pairToolResults' : name === 'pairToolResults' ? 'resultsFirst' : name,
    )
    expect(names).toEqual(swapped)
  })

  it('knows the names', () => {
    expect(isApiStage('pairToolResults')).toBe(true)
    expect(isApiStage('toString')).toBe(false)
  })

  it('throws on no history, whichever way is taken', () => {
    const plan = fc
      .tuple(fc.subarray([...API_STAGES]), fc.shuffledSubarray([...API_STAGES]))
      .map(([without, order]) => createPlan({ without, order }))
    fc.assert(
      fc.property(arbitraryDamagedHistory, plan, (history, tried) => {
        normalizeMessagesForAPI(history, [{ name: 'Read' }], { plan: tried })
      }),
      { numRuns: 300 },
    )
  })
})

describe('what a request would be without a step (seed 003, exercise 4)', () => {
  const unanswered = log(user('go'), answer('m', [call('t')]), user('and?'))

  it('has a call without its result where pairing is left out', () => {
    const { violations } = normalizeLog(unanswered, { plan: createPlan({ without: ['pairToolResults'] }) })
    expect(violations.join()).toContain('`tool_use` ids were found without `tool_result` blocks')
    expect(rules(violations)).toEqual(['TUP-01'])
    expect(normalizeLog(unanswered).violations).toEqual([])
  })

  it('has results behind words where the order of two steps is changed', () => {
    const order = ['resultsFirst', 'pairToolResults'] as const
    expect(rules(normalizeLog(unanswered, { plan: createPlan({ order }) }).violations)).toEqual(['TUP-14'])
  })

  it('has words that only screens should show where neighbours are joined before virtual messages go', () => {
    const history = log(user('real'), user('only for the screen', { isVirtual: true }))
    const plan = createPlan({ order: ['wellFormedStrings', 'omitUnsent'] })
    expect(plan.tooLate).toEqual(['omitUnsent'])
    const words = (tried: typeof plan): string =>
      JSON.stringify(normalizeLog(history, { plan: tried }).messages)
    expect(words(plan)).toContain('only for the screen')
    expect(words(WHOLE_PLAN)).not.toContain('only for the screen')
  })

  it('has attachments behind the words that they explain where they rise too late', () => {
    const history = log(
      answer('m', [call('t')]),
      user([result('t')]),
      user('what next?'),
      attachment({ type: 'memory', content: 'tabs' }),
    )
    const last = (plan: typeof WHOLE_PLAN): string =>
      JSON.stringify(normalizeLog(history, { plan }).messages.at(-1))
    const isBefore = (text: string): boolean => text.indexOf('tabs') < text.indexOf('what next')
    expect(isBefore(last(WHOLE_PLAN))).toBe(true)
    expect(isBefore(last(createPlan({ order: ['dropBlankText', 'reorderAttachments'] })))).toBe(false)
  })

  it('lacks turns where those are not placed', () => {
    const history = log(answer('m', [call('t')]), user([result('t')]), answer('n', 'done'))
    const without = ['placeTurns'] as const
    expect(rules(normalizeLog(history, { plan: createPlan({ without }) }).violations)).toContain('ROL-01')
    expect(rules(normalizeLog([], { plan: createPlan({ without }) }).violations)).toContain('ENV-15')
  })
})
