import { CORPUS, readCorpus } from '@antiphon/core/testing/corpus'
import { describe, expect, it } from 'vitest'
import { createLineRedactor, isRedactionOf } from './line-redactor.ts'

const TOKEN = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
const toLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

describe('createLineRedactor', () => {
  it('takes secrets out of entries and of text, knows them again, and leaves other lines as they are', () => {
    const redactor = createLineRedactor()
    const plain = Buffer.from('{"b": 1,  "uuid":"x"}\r\n')
    expect(redactor.redact(plain)).toBe(plain)
    const first = redactor.redact(toLine({ uuid: 'a', text: `password=Tr0ub4dor&3x and ${TOKEN}` }))
    expect(first.toString()).not.toContain(TOKEN)
    expect(first.toString()).not.toContain('Tr0ub4dor')
    const later = redactor.redact(toLine({ uuid: 'b', text: 'she typed Tr0ub4dor&3x again' }))
    expect(later.toString()).not.toContain('Tr0ub4dor')
    const torn = redactor.redact(Buffer.from(`{"text":"${TOKEN}`))
    expect(torn.toString()).toContain('[redacted:')
    expect(torn.toString()).not.toContain(TOKEN)
    const bytes = Buffer.from([0, 0xff, 0xfe, 10])
    expect(redactor.redact(bytes)).toBe(bytes)
  })

  it('gives lines that are known for those that they were, by whatever rules, and for no others', () => {
    const line = toLine({ uuid: 'a', text: `x ${TOKEN} y`, password: 1234567 })
    const redacted = createLineRedactor().redact(line)
    expect(isRedactionOf(redacted, line)).toBe(true)
    expect(isRedactionOf(toLine({ uuid: 'a', text: 'x [redacted:other] y', password: 1234567 }), line)).toBe(
      true,
    )
    expect(isRedactionOf(line, line)).toBe(true)
    for (const other of [
      { uuid: 'b', text: `x ${TOKEN} y`, password: 1234567 },
      { uuid: 'a', text: `x ${TOKEN}`, password: 1234567 },
    ])
      expect(isRedactionOf(redacted, toLine(other))).toBe(false)
  })

  it('does so for real sessions, where a part gives the lines that the whole gives', () => {
    const name = CORPUS.find(one => readCorpus(one).length < 60_000) ?? CORPUS[0] ?? ''
    const lines = readCorpus(name)
      .toString()
      .split('\n')
      .map(text => Buffer.from(`${text}\n`))
    const [whole, part] = [createLineRedactor(), createLineRedactor()]
    const redacted = lines.map(line => whole.redact(line))
    expect(lines.slice(0, 20).map(line => part.redact(line))).toEqual(redacted.slice(0, 20))
    for (const [index, line] of lines.entries())
      expect(isRedactionOf(redacted[index] ?? Buffer.alloc(0), line)).toBe(true)
  })
})
