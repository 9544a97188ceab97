import { describe, expect, it } from 'vitest'
import { scanAnswers } from './scan-answers.ts'
import { answerLine, toText, userLine } from './testing/usage-lines.ts'

const usage = { input_tokens: 2, output_tokens: 3 }

function ids(text: string): readonly string[] {
  return scanAnswers(Buffer.from(text)).reports.map(({ id }) => id)
}

describe('scanAnswers', () => {
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
