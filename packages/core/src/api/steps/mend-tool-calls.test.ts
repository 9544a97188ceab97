import { describe, expect, it } from 'vitest'
import { call, result, text } from '../../testing/history-builder.ts'
import { rulesOf, runAgain, runStep } from '../../testing/normalize-log.ts'
import { createLedger } from '../ledger.ts'
import { mendToolCalls } from './mend-tool-calls.ts'

describe('mendToolCalls: ids', () => {
  it('gives an illegal id a legal form, and its result follows', () => {
    const run = runStep(mendToolCalls, { answer: [call('bad id!')], reply: [result('bad id!', 'r')] })
    expect(run.answer).toEqual([call('bad_id_')])
    expect(run.reply).toEqual([result('bad_id_', 'r')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-07 renamed', 'TUP-04 renamed'])
    expect(runAgain(mendToolCalls, run)).toMatchObject({ same: true, repairs: [] })
  })

  it.each<unknown>([undefined, null, '', 7, {}, { toString: 1 }])('names a call whose id is %j', id => {
    const run = runStep(mendToolCalls, { answer: [{ ...call('x'), id }] })
    expect(run.answer).toEqual([call('toolu_unnamed')])
  })

  it('takes a copy of a call out, and keeps another call with the same id under a new one', () => {
    const run = runStep(mendToolCalls, {
      answer: [call('t', 'Read', { a: 1 }), call('t', 'Read', { a: 1 }), call('t', 'Read', { a: 2 })],
      reply: [result('t', 'one'), result('t', 'two'), result('t', 'three')],
    })
    expect(run.answer).toEqual([call('t', 'Read', { a: 1 }), call('t_2', 'Read', { a: 2 })])
    expect(run.reply).toEqual([result('t', 'one'), result('t_2', 'two'), result('t_2', 'three')])
    expect(rulesOf(run.repairs)).toEqual([
      'TUP-04 removed',
      'TUP-04 renamed',
      'TUP-04 renamed',
      'TUP-04 renamed',
    ])
  })

  it('gives no id twice in a request', () => {
    const ledger = createLedger()
    ledger.toolIds.add('t')
    ledger.toolIds.add('t_2')
    const run = runStep(mendToolCalls, { answer: [call('t')], reply: [result('t')], ledger })
    expect(run.answer).toEqual([call('t_3')])
    expect(run.reply).toEqual([result('t_3')])
  })
})

describe('mendToolCalls: inputs', () => {
  it.each([
    ['a JSON text', '{"file_path":"a"}', { file_path: 'a' }],
    ['a text that is no JSON', 'ls -l', { _raw: 'ls -l' }],
    ['a JSON text of no object', '[1]', { _raw: '[1]' }],
    ['a JSON text that hides half a surrogate pair', '{"a":"\\ud800"}', { _raw: '{"a":"\\ud800"}' }],
    ['an array', [1], { _raw: [1] }],
    ['a number', 3, { _raw: 3 }],
    ['null', null, {}],
    ['nothing', undefined, {}],
    ['an empty text', '', {}],
  ])('makes an object of %s', (_, input, sent) => {
    const run = runStep(mendToolCalls, { answer: [{ ...call('t'), input }] })
    expect(run.answer).toEqual([call('t', 'Read', sent)])
    expect(rulesOf(run.repairs)).toEqual(['TUP-08 edited'])
    expect(runAgain(mendToolCalls, run)).toMatchObject({ same: true })
  })

  it('does not unpack a text that is nested too deeply to be sent', () => {
    const input = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const run = runStep(mendToolCalls, { answer: [{ ...call('t'), input }] })
    expect(run.answer).toEqual([call('t', 'Read', { _raw: input })])
  })

  it('takes off the fields that are stored for our own use', () => {
    const run = runStep(mendToolCalls, {
      answer: [call('t', 'ExitPlanModeV2', { plan: '# Plan', allowed: true })],
      tools: [{ name: 'ExitPlanModeV2' }],
    })
    expect(run.answer).toEqual([call('t', 'ExitPlanModeV2', { allowed: true })])
    expect(rulesOf(run.repairs)).toEqual(['SEED-tool-input edited'])
  })
})

describe('mendToolCalls: names', () => {
  it('calls a tool by the name that it has today', () => {
    const run = runStep(mendToolCalls, {
      answer: [call('t', 'View')],
      tools: [{ name: 'Read', aliases: ['View'] }],
    })
    expect(run.answer).toEqual([call('t', 'Read')])
    expect(rulesOf(run.repairs)).toEqual(['SEED-tool-name renamed'])
  })

  it.each(['', null, 5, { toString: 1 }])('names a tool that is called %j', name => {
    const run = runStep(mendToolCalls, { answer: [{ ...call('t'), name }] })
    expect(run.answer).toEqual([call('t', 'unknown_tool')])
    expect(rulesOf(run.repairs)).toEqual(['TUP-09 edited'])
  })

  it('cuts a long name by code point', () => {
    const run = runStep(mendToolCalls, { answer: [call('t', '🔧'.repeat(201))] })
    const [block] = run.answer as [{ name: string }]
    expect([...block.name].length).toBeLessThanOrEqual(200)
    expect(block.name).toMatch(/^(?:🔧){160}…/u)
  })

  it('keeps the name of a tool that is no longer there', () => {
    expect(runStep(mendToolCalls, { answer: [call('t', 'mcp__gone__x')], tools: [] }).same).toBe(true)
  })
})

it('leaves whole calls, their results and all else as they are', () => {
  expect(
    runStep(mendToolCalls, { answer: [text('a'), call('t')], reply: [result('t'), result('other')] }),
  ).toMatchObject({ same: true, repairs: [] })
})
