import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plantedSecret } from '../../test/planted-secrets.ts'
import { SECRET_FORMS } from '../../test/secret-forms/index.ts'
import { createRedactor, type RedactionCounts } from './redact.ts'

function redact(value: unknown): { readonly value: unknown; readonly counts: RedactionCounts } {
  const redactor = createRedactor()
  return { value: redactor.value(value), counts: redactor.counts() }
}

describe('redaction keeps what it stands in', () => {
  it('leaves JSON that stands as text JSON of the same shape, whatever secret is in it', () => {
    const shape = (json: string): unknown =>
      JSON.parse(json, (_, item) => (typeof item === 'string' ? 'text' : item))
    for (const { text } of SECRET_FORMS)
      for (const indent of [0, 2]) {
        const json = JSON.stringify(
          { uuid: 'u1', list: [{ output: text, code: 0 }], done: true },
          null,
          indent,
        )
        const redacted = String(redact(json).value)
        expect({ text, shape: shape(redacted) }).toEqual({ text, shape: shape(json) })
      }
  })

  it('leaves the lines of a log, their times, ids and paths', () => {
    const line = (text: string): string =>
      `2026-11-14T08:00:00.123Z 0f8fad5b-d9cb-469f-a165-70867728950e /srv/app/token.ts:12 ${text}`
    const log = [
      line('PASSWORD=Harb0ur-9x'),
      line('Authorization: Bearer q7Zk2mXw9RtB4vLs8NcD'),
      line('done'),
    ]
    expect(String(redact(log.join('\n')).value).split('\n')).toEqual([
      line('PASSWORD=[redacted:password]'),
      line('Authorization: Bearer [redacted:authorization]'),
      line('done'),
    ])
  })

  it('gives quotes to the mark of a number, in JSON that stands as text and in JSON', () => {
    expect(redact('{"password": 83920174, "port": 5432}').value).toBe(
      '{"password": "[redacted:password]", "port": 5432}',
    )
    expect(redact({ password: 83920174, port: 5432 }).value).toEqual({
      password: '[redacted:password]',
      port: 5432,
    })
  })
})

describe('a secret is found by what stands around its field', () => {
  it.each([
    [
      ['mysql', '-u', 'root', '-pHarb0ur9'],
      ['mysql', '-u', 'root', '-p[redacted:password]'],
    ],
    [
      ['run', '--password', 'Harb0ur9'],
      ['run', '--password', '[redacted:password]'],
    ],
    [
      ['curl', '-u', 'me:Harb0ur9', 'https://api.test'],
      ['curl', '-u', 'me:[redacted:password]', 'https://api.test'],
    ],
  ])('as a word of a command: %j', (words, expected) => {
    expect(redact({ args: words })).toEqual({ value: { args: expected }, counts: { password: 1 } })
  })

  it.each([
    ['Authorization', 'token Harb0urQ9x', 'token [redacted:authorization]'],
    ['Cookie', 'theme=dark; sid=Harb0urQ9x', 'theme=dark; sid=[redacted:cookie]'],
    ['set-cookie', 'sid=Harb0urQ9x; Path=/', 'sid=[redacted:cookie]; Path=/'],
    ['X-Api-Key', 'Harb0urQ9x', '[redacted:secret]'],
    ['auth', Buffer.from('me:Harb0ur').toString('base64'), '[redacted:authorization]'],
  ])('as the header %s', (name, value, expected) => {
    expect(redact({ headers: { [name]: value } }).value).toEqual({ headers: { [name]: expected } })
    expect(redact({ headers: [{ name, value }] }).value).toEqual({ headers: [{ name, value: expected }] })
  })
})

describe('what was a secret once', () => {
  function redactAll(values: readonly unknown[]): {
    readonly values: readonly unknown[]
    readonly counts: RedactionCounts
  } {
    const redactor = createRedactor()
    const seen = values.map(redactor.value)
    return { values: seen.map(redactor.recall), counts: redactor.counts() }
  }

  it('is one wherever else it stands, before and behind, and in other spellings', () => {
    const secret = 'Harb0ur/Q9x+zz'
    expect(
      redactAll([
        `then ${secret} again`,
        `DB_PASSWORD=${secret}`,
        { a: [encodeURIComponent(secret)] },
        `x${secret}`,
      ]),
    ).toEqual({
      values: [
        'then [redacted:password] again',
        'DB_PASSWORD=[redacted:password]',
        { a: ['[redacted:password]'] },
        `x${secret}`,
      ],
      counts: { password: 3 },
    })
  })

  it('stays where it is a word that people use', () => {
    const texts = ['PASSWORD=lighthouse', 'the lighthouse is dark', 'PASSWORD=Test1', 'Test1 passed']
    expect(redactAll(texts).values).toEqual([
      'PASSWORD=[redacted:password]',
      'the lighthouse is dark',
      'PASSWORD=[redacted:password]',
      'Test1 passed',
    ])
  })

  it('leaves the ids of the format alone', () => {
    const entry = { uuid: 'Harb0urQ9xzz', message: { id: 'Harb0urQ9xzz', content: 'Harb0urQ9xzz' } }
    expect(redactAll(['DB_PASSWORD=Harb0urQ9xzz', entry]).values[1]).toEqual({
      uuid: 'Harb0urQ9xzz',
      message: { id: 'Harb0urQ9xzz', content: '[redacted:password]' },
    })
  })

  it('changes nothing the second time (law)', () => {
    const words = fc.array(
      fc.oneof(plantedSecret, fc.constantFrom(...SECRET_FORMS)).map(({ text }) => text),
      { maxLength: 3 },
    )
    fc.assert(
      fc.property(
        fc.array(
          words.map(parts => parts.join(' ')),
          { maxLength: 3 },
        ),
        values => {
          const once = redactAll(values).values
          expect(redactAll(once)).toEqual({ values: once, counts: {} })
        },
      ),
      { numRuns: 500 },
    )
  })
})
