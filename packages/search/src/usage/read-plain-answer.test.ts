import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnswerReport } from './answer-report.ts'
import { readPlainAnswer } from './read-plain-answer.ts'
import { scanAnswers } from './scan-answers.ts'

const text = fc.constantFrom(
  'a',
  'msg_1',
  '',
  '"',
  '\\',
  '{',
  '}',
  ']',
  '],"stop_reason":',
  '"usage":{}',
  'ünï',
  '字',
)
const scalar = fc.oneof(text, fc.constantFrom(null, true, false, 0, -7, 1.5, [1], { a: 1 }, { a: '}' }))

/** Fields in any order, some of them missing. */
function shuffled(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> {
  return fc
    .record(fields, { requiredKeys: [] })
    .chain(made => fc.shuffledSubarray(Object.entries(made)).map(entries => Object.fromEntries(entries)))
}

const usage = shuffled({
  input_tokens: fc.nat(),
  output_tokens: fc.nat(),
  service_tier: fc.constantFrom('standard', 'batch', '}', '\\'),
  cache_creation: fc.constant({ ephemeral_5m_input_tokens: 5 }),
  iterations: fc.constant([{ type: 'message', input_tokens: 1 }]),
})
const content = fc.array(
  fc.record({ type: fc.constant('text'), text, input: fc.record({ stop_reason: scalar, usage: scalar }) }),
)

const line = fc
  .record({
    head: shuffled({
      isSidechain: fc.boolean(),
      cwd: text,
      sessionId: text,
      agentId: text,
      forkedFrom: scalar,
      type: text,
    }),
    message: shuffled({
      model: fc.constantFrom('claude-opus-5', '<synthetic>', '字'),
      id: text,
      type: text,
      role: text,
    }),
    content,
    stop: shuffled({ stop_sequence: scalar, model: text }),
    usage,
    behind: shuffled({ context_management: scalar, id: text }),
    tail: shuffled({
      requestId: text,
      uuid: text,
      timestamp: text,
      isApiErrorMessage: fc.boolean(),
      isSidechain: fc.boolean(),
    }),
    type: fc.constantFrom('assistant', 'user'),
  })
  .map(({ head, message, content: blocks, stop, usage: used, behind, tail, type }) => ({
    parentUuid: null,
    ...head,
    message: { ...message, content: blocks, stop_reason: null, ...stop, usage: used, ...behind },
    ...tail,
    type,
  }))

describe('readPlainAnswer', () => {
  it('reads nothing out of a line that a whole parse would not', () => {
    fc.assert(
      fc.property(line, entry => {
        const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
        const report = toAnswerReport(entry)
        expect(scanAnswers(bytes)).toEqual({ reports: report ? [report] : [], damaged: 0 })
      }),
      { numRuns: 500 },
    )
  })

  it('reads a line of the usual layout', () => {
    const head =
      '{"parentUuid":"p","isSidechain":true,"agentId":"7","cwd":"/x","sessionId":"s","message":{"model":"m","id":"i","type":"message","role":"assistant","content":['
    const tail =
      '],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"cache_creation":{"a":1}}},"requestId":"r","type":"assistant","uuid":"u","timestamp":"t"}'
    expect(readPlainAnswer(Buffer.from(`${head}${tail}`))).toEqual({
      id: 'i',
      model: 'm',
      usage: { input_tokens: 3, cache_creation: { a: 1 } },
      at: 't',
      isSubagent: true,
      agent: '7',
      isCopy: false,
      sessionId: 's',
      cwd: '/x',
      parts: [],
    })
    expect(readPlainAnswer(Buffer.from(`${head}${tail.replace('"t"', '"\\u0074"')}`))).toBeUndefined()
    expect(readPlainAnswer(Buffer.from(`${head.replace('"/x"', '{"a":1}')}${tail}`))).toBeUndefined()
  })
})
