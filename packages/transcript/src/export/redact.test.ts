import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PLANTED_SECRETS, plantedSecret } from '../../test/planted-secrets.ts'
import { createRedactor, type RedactionCounts } from './redact.ts'

function redact(value: unknown): { readonly value: unknown; readonly counts: RedactionCounts } {
  const redactor = createRedactor()
  return { value: redactor.value(value), counts: redactor.counts() }
}

function redactWords(text: string): string {
  return String(redact(text).value)
}

describe('a secret', () => {
  it.each(PLANTED_SECRETS)('of the kind $kind is replaced: $text', ({ kind, text, secret }) => {
    const { value, counts } = redact(`before ${text} behind`)
    expect(value).not.toContain(secret)
    expect(value).toContain(`[redacted:${kind}]`)
    expect(counts[kind]).toBe(1)
    expect(value).toMatch(/^before .* behind$/s)
  })

  it.each([
    ['a value of JSON', (text: string): unknown => [{ a: text }], (value: unknown) => JSON.stringify(value)],
    ['JSON in a text', (text: string): unknown => JSON.stringify({ a: `\n${text}` }), String],
    [
      'JSON in JSON in a text',
      (text: string): unknown => JSON.stringify(JSON.stringify({ a: `\t${text}\n` })),
      String,
    ],
    ['a line of a terminal', (text: string): unknown => `\u001b[1;32m${text}\u001b[0m`, String],
    ['a key', (text: string): unknown => ({ [text]: 1 }), (value: unknown) => JSON.stringify(value)],
  ])('is found in %s', (_, wrap, print) => {
    // A body of several lines is not there in one piece once it is escaped.
    for (const { text, secret } of PLANTED_SECRETS)
      if (!secret.includes('\n')) expect(print(redact(wrap(text)).value)).not.toContain(secret)
  })

  it('is found in a field by the name of the field', () => {
    const config = {
      api_key: 'q7Zk2mXw9RtB4vLs8NcD',
      dbPassword: 'lighthouse',
      env: [{ name: 'AUTH_TOKEN', value: 'q7Zk2mXw9RtB4vLs8NcD' }],
      tokenCount: '12345678901234567890a',
    }
    expect(redact(config)).toEqual({
      value: {
        api_key: '[redacted:secret]',
        dbPassword: '[redacted:password]',
        env: [{ name: 'AUTH_TOKEN', value: '[redacted:secret]' }],
        tokenCount: '12345678901234567890a',
      },
      counts: { password: 1, secret: 2 },
    })
  })

  it('is found where it goes over the lines of a stored diff, and each line stays one', () => {
    const key = PLANTED_SECRETS[0]?.text ?? ''
    const lines = [' before', ...key.split('\n').map(line => `+${line}`), ' behind']
    const { value, counts } = redact({ lines })
    expect(value).toEqual({
      lines: [
        ' before',
        ...key.split('\n').map((_, index) => `${index === 0 ? '+' : ''}[redacted:private-key]`),
        ' behind',
      ],
    })
    expect(counts).toEqual({ 'private-key': 1 })
  })

  it('is found when the text was cut off inside it', () => {
    const { text } = PLANTED_SECRETS.find(({ kind }) => kind === 'github-token') ?? { text: '' }
    expect(redactWords(text.slice(0, 28))).toBe('[redacted:github-token]')
    expect(redactWords('"password": "lighthou')).toBe('"password": "[redacted:password]')
  })
})

describe('what is no secret', () => {
  it.each([
    'The password is stored as a hash; the token expires.',
    'password: string',
    'interface Login { password: string; token?: string }',
    'const password = await ask("Password?")',
    'const token = getToken()',
    'token = request.headers.token',
    'const token = this$1$1.getTokenByName1()',
    'token = tokensByName12345[0]',
    'password=user.password',
    'API_KEY=your-api-key-here',
    'API_KEY=<your key>',
    `API_KEY=\${API_KEY}`,
    'export GITHUB_TOKEN=$TOKEN',
    'ANTHROPIC_API_KEY=sk-ant-...',
    'use sk-ant-your-key-goes-here-please',
    'PASSWORD=********',
    '"password": "Enter your password"',
    '"password": "password"',
    '"token": "string"',
    '"token_type": "bearer"',
    '"apiKey": "process.env.KEY"',
    'MAX_TOKENS=200000000',
    'input_tokens=12345678',
    'secretName: my-database-credentials',
    'DB_PASSWORD_FILE=/run/secrets/db',
    'PASSWORD=/run/secrets/db',
    'https://example.com:8080/path@2x.png',
    `https://user:\${PASSWORD}@host`,
    'postgres://user:password@localhost',
    'git@github.com:owner/name.git',
    'Bearer authentication is required',
    '550e8400-e29b-41d4-a716-446655440000',
    'd41d8cd98f00b204e9800998ecf8427e',
    'sha512-q7Zk2mXw9RtB4vLs8NcD1fHy6PjG3aUe5KoTiQxMbWnVzCr0==',
    'toolu_01A09q90qw90lq917835lq9',
    'msg_01XFDUDYJgAACzvnptvVoYEL',
    'task-0123456789012345678901234567890123456789',
    'mask-image: url(x)',
    '-----BEGIN PRIVATE KEY----- begins a private key',
    '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA',
    'cache_key=user_profile_v2',
    '"access_token": "access_token_v2"',
  ])('stays: %s', text => {
    expect(redactWords(text)).toBe(text)
  })

  it('stays where the format needs it, whatever it looks like', () => {
    const secret = PLANTED_SECRETS.find(({ kind }) => kind === 'github-token')?.text ?? ''
    const entry = {
      uuid: secret,
      parentUuid: secret,
      sessionId: secret,
      timestamp: '2026-11-14T08:00:00.000Z',
      message: {
        id: secret,
        content: [
          { type: 'thinking', thinking: 'hm', signature: secret },
          { type: 'redacted_thinking', data: 'AKIAQ7ZK2MXW9RTB4VLS' },
          { type: 'tool_use', id: secret, name: 'Read', input: {} },
          { type: 'tool_result', tool_use_id: secret, content: 'ok' },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'AKIAQ7ZK2MXW9RTB4VLS' },
          },
        ],
      },
    }
    expect(redact(entry)).toEqual({ value: entry, counts: {} })
  })

  it('is no shelter: what a tool was given or returned has no ids of the format', () => {
    const secret = PLANTED_SECRETS.find(({ kind }) => kind === 'github-token')?.text ?? ''
    const entry = {
      toolUseResult: { id: secret },
      message: { content: [{ type: 'tool_use', id: 'a', input: { id: secret, base64: secret } }] },
    }
    expect(JSON.stringify(redact(entry).value)).not.toContain(secret)
  })
})

describe('redaction', () => {
  const words = fc
    .array(
      fc.oneof(
        plantedSecret.map(({ text }) => text),
        fc.constantFrom(
          ' ',
          '\n',
          '"',
          "'",
          '\\',
          '\\n',
          '=',
          ':',
          '-',
          '/',
          '@',
          ']',
          'password',
          'TOKEN',
          '://',
          'sk-',
          'x',
          '7',
          '[redacted:jwt]',
        ),
        fc.string({ maxLength: 6 }),
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join(''))

  it('changes nothing the second time (law)', () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.array(words, { maxLength: 3 }), fc.dictionary(words, words)), value => {
        const once = redact(value).value
        expect(redact(once)).toEqual({ value: once, counts: {} })
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps the shape of every JSON value (law)', () => {
    const shape = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_, item) => (typeof item === 'string' ? '' : item))
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(shape(redact(value).value)).toEqual(shape(value))
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps two fields whose names are both secrets', () => {
    const keys = PLANTED_SECRETS.filter(({ kind }) => kind === 'github-token').map(({ text }) => text)
    const value = Object.fromEntries(keys.map((key, index) => [key, index]))
    expect(Object.values(redact(value).value as object)).toEqual(keys.map((_, index) => index))
  })

  it('keeps a field that is called __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__": {"password": "lighthouse"}}')
    expect(JSON.stringify(redact(value).value)).toBe('{"__proto__":{"password":"[redacted:password]"}}')
  })

  it('reaches what is nested deeper than the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}"PASSWORD=lighthouse"${']'.repeat(100_000)}`)
    expect(redact(deep).counts).toEqual({ password: 1 })
  })

  // A pattern that is not linear takes minutes for these, and the test's own limit ends it.
  it.each([
    'a',
    ' ',
    '-',
    '"',
    '\\',
    '=',
    'token=',
    'password="',
    "password='",
    'password = ',
    'sk-',
    'sk-ant-',
    'eyJ',
    'eyJaaaaaaaa.',
    '://',
    '://a:',
    '://:@',
    'ghp_',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAA',
    'Comment: ',
    '-----BEGIN PRIVATE KEY-----\nComment: ',
    'AKIA',
    'Bearer ',
    'Bearer a',
    'SG.',
    'xoxb-',
    'github_pat_',
    '12345678:AA',
    'secret',
    'api_key',
    '\\"',
    '\u001b[',
    '[redacted:',
    'AAAAAAAAAAAAAAAAAAAAAAAA\n',
    '%3D',
    '\\u0061',
  ])('takes a megabyte of %j in one go', unit => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
    expect(typeof redactWords(text)).toBe('string')
  })

  it.each(['a', ' ', 'A7', 'AAAAAAAAAAAAAAAAAAAAAAA1\n'])(
    'takes a megabyte of %j behind a beginning',
    unit => {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length))
      const starts = [
        text,
        `password="${text}`,
        `-----BEGIN PRIVATE KEY-----\n${text}`,
        `token=${text}`,
        `eyJ${text}`,
        `sk-ant-${text}`,
      ]
      for (const start of starts) expect(typeof redactWords(start)).toBe('string')
    },
  )
})
