import { checkApiContract } from '@antiphon/contract'
import { describe, expect, it } from 'vitest'
import { createUserMessage } from '../message/user-message.ts'
import { answer, attachment, call, log, result, text, user } from '../testing/history-builder.ts'
import { normalizeLog, rulesOf, runStep, type StepInput } from '../testing/normalize-log.ts'
import { API_STEPS } from './api-steps.ts'
import { mergeUserMessages } from './merge-user-messages.ts'
import { reorderAttachmentsForAPI } from './reorder-attachments-for-api.ts'
import type { Step } from './step.ts'
import { mendToolCalls } from './steps/mend-tool-calls.ts'
import { pairToolResults } from './steps/pair-tool-results.ts'
import { resultsFirst } from './steps/results-first.ts'

/** All steps, or some of them, one after the other. */
function inOrder(...steps: readonly Step[]): Step {
  return (exchange, context) => steps.reduce((current, step) => step(current, context), exchange)
}

describe('API_STEPS', () => {
  it('leaves a whole exchange untouched, step by step', () => {
    const input = { answer: [text('a'), call('t')], reply: [result('t'), text('b')] }
    for (const step of API_STEPS) expect(runStep(step, input)).toMatchObject({ same: true, repairs: [] })
  })

  it('lists each step once', () => {
    expect(new Set(API_STEPS).size).toBe(API_STEPS.length)
  })
})

describe('what another order would break (seed 003, exercise 4)', () => {
  it('virtual messages go before neighbours are merged, or their words would reach the model', () => {
    const real = user('real')
    const shown = user('only for the screen', { isVirtual: true })
    const { messages } = normalizeLog(log(real, shown, user('more')))
    expect(messages).toEqual([{ role: 'user', content: [text('real'), text('more')] }])
    // Merged first, the words of the virtual message are part of a message that is not virtual.
    const merged = mergeUserMessages(
      createUserMessage({ content: 'real' }),
      createUserMessage({ content: 'only for the screen', isVirtual: true }),
    )
    expect(merged.isVirtual).toBeUndefined()
    expect(JSON.stringify(merged)).toContain('only for the screen')
  })

  it('without pairing the API names the call that has no result', () => {
    const messages = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [call('toolu_1')] },
      { role: 'user', content: 'b' },
    ] as const
    const [violation] = checkApiContract({ model: 'claude-opus-5-5', max_tokens: 10, messages })
    expect(violation).toMatchObject({ rule: 'TUP-01', status: 400, errorType: 'invalid_request_error' })
    expect(violation?.message).toContain(
      '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    )
  })

  it('attachments rise before anything is rendered: afterwards they are words like all others', () => {
    const history = log(
      answer('m', [call('t')]),
      user([result('t')]),
      user('what next?'),
      attachment({ type: 'memory', content: 'tabs, not spaces' }),
    )
    const reply = normalizeLog(history).messages.at(-1)?.content as { type: string; text?: string }[]
    expect(reply.map(block => block.text?.includes('tabs') ?? block.type)).toEqual([
      'tool_result',
      true,
      false,
    ])
    const rendered = history.map(message =>
      message.type === 'attachment' ? user('<system-reminder>tabs</system-reminder>') : message,
    )
    expect(reorderAttachmentsForAPI(rendered)).toBe(rendered)
  })

  it('calls get their ids before they are paired, or their results would not find them', () => {
    const input: StepInput = { answer: [call('bad id')], reply: [result('bad id', 'r')] }
    expect(rulesOf(runStep(inOrder(mendToolCalls, pairToolResults), input).repairs)).toEqual([
      'TUP-07 renamed',
      'TUP-04 renamed',
    ])
    expect(runStep(inOrder(pairToolResults, mendToolCalls), input).answer).toEqual([call('bad_id')])
    expect(API_STEPS.indexOf(mendToolCalls)).toBeLessThan(API_STEPS.indexOf(pairToolResults))
  })

  it('results move to the front after pairing, which appends those that were missing', () => {
    const input: StepInput = { answer: [call('t')], reply: [text('x')] }
    const types = (step: Step) => runStep(step, input).reply.map(block => (block as { type: string }).type)
    expect(types(inOrder(pairToolResults, resultsFirst))).toEqual(['tool_result', 'text'])
    expect(types(inOrder(resultsFirst, pairToolResults))).toEqual(['text', 'tool_result'])
    expect(API_STEPS.indexOf(pairToolResults)).toBeLessThan(API_STEPS.indexOf(resultsFirst))
  })
})
