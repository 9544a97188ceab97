import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toAnswerReport } from './answer-report.ts'
import { scanAnswers } from './scan-answers.ts'
import { answerLine, toText, userLine } from './testing/usage-lines.ts'

const usage = { input_tokens: 2, output_tokens: 3 }

function ids(text: string): readonly string[] {
  return scanAnswers(Buffer.from(text)).reports.map(({ id }) => id)
}

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

const anyUsage = shuffled({
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
    usage: anyUsage,
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

describe('scanAnswers', () => {
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
    const report = {
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
    }
    for (const end of [tail, tail.replace('"t"', '"\\u0074"')])
      expect(scanAnswers(Buffer.from(`${head}${end}`))).toEqual({ reports: [report], damaged: 0 })
  })

  it('finds answers whose content has the marks that it cuts at', () => {
    for (const input of [
      { stop_reason: [1], content: ['x'] },
      { list: [{ a: [1] }, 'x'], stop_reason: 'y' },
      { usage: { input_tokens: 9999 }, message: { id: 'other', usage: { input_tokens: 9 } } },
      { text: '],"stop_reason":"x","usage":{"input_tokens":1}' },
    ]) {
      const text = toText([answerLine({ id: 'a', usage, content: [{ type: 'tool_use', input }] })])
      expect(scanAnswers(Buffer.from(text)).reports).toMatchObject([{ id: 'a', usage }])
    }
  })

  it('finds both of two entries on one line, and the whole one behind a torn one', () => {
    const [one, other] = [answerLine({ id: 'a' }), answerLine({ id: 'b' })].map(line => JSON.stringify(line))
    expect(ids(`${one}${other}\n`)).toEqual(['a', 'b'])
    expect(ids(`${one}{"type":"summary","summary":"x"}\n`)).toEqual(['a'])
    expect(ids(`${one?.slice(0, 300)}${other}\n`)).toEqual(['b'])
  })

  it('tells of a line with usage that cannot be read', () => {
    const line = JSON.stringify(answerLine({ id: 'a' }))
    expect(scanAnswers(Buffer.from(`${line.slice(0, -5)}\n`))).toEqual({ reports: [], damaged: 1 })
  })

  it('reads every layout of JSON: spaces, other orders, carriage returns, a byte order mark', () => {
    const line = answerLine({ id: 'a', usage })
    const spaced = JSON.stringify(line).replaceAll('":', '": ')
    const { message, ...rest } = line as { readonly message: object }
    for (const text of [
      `${spaced}\r\n`,
      `\ufeff${JSON.stringify(line)}\n`,
      JSON.stringify({ ...rest, message }),
    ])
      expect(scanAnswers(Buffer.from(text)).reports).toMatchObject([{ id: 'a', usage }])
  })

  it('keeps names in other scripts', () => {
    const fields = { cwd: '/home/dev/港', agentId: 'ügent' }
    const text = toText([
      answerLine({ id: 'a', model: 'modèle→', content: [{ type: 'text', text: '→' }], fields }),
    ])
    const escaped = text.replaceAll('港', '\\u6e2f')
    for (const written of [text, escaped])
      expect(scanAnswers(Buffer.from(written)).reports).toMatchObject([
        { model: 'modèle→', cwd: '/home/dev/港', agent: 'ügent' },
      ])
  })

  it('finds nothing in what is no answer', () => {
    const nested = userLine([{ type: 'tool_result', content: JSON.stringify(answerLine({ id: 'a' })) }])
    expect(
      ids(toText([nested, { type: 'assistant' }, { type: 'assistant', message: { usage: null } }])),
    ).toEqual([])
    expect(ids('usage"\nnull\n[1,"usage"]\n')).toEqual([])
  })

  it('tells answers apart that have neither id nor uuid, by all that they say', () => {
    const nameless = (said: string): object =>
      answerLine({ id: '', usage, content: [{ type: 'text', text: said }], fields: { uuid: undefined } })
    const found = ids(toText([nameless('one ü'), nameless('two ü'), nameless('one ü')]))
    expect(new Set(found).size).toBe(2)
    expect(found[0]).toBe(found[2])
  })
})
