import { createDraw, type SecretForm } from './secret-form.ts'

type Carrier = readonly [label: string, carry: (text: string) => string, read: (text: string) => string]

const chunks = (text: string, size: number): readonly string[] =>
  text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
const asIs = (text: string): string => text
const split = (label: string, size: number, sign: string): Carrier => [
  label,
  text => chunks(text, size).join(sign),
  text => text.replaceAll(sign, ''),
]
const eachLine = (label: string, prefix: (index: number) => string): Carrier => [
  label,
  text =>
    text
      .split('\n')
      .map((line, index) => prefix(index) + line)
      .join('\n'),
  asIs,
]
const ENTITIES: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['<', '&lt;'],
]

// What stands between a secret and its reader.
const CARRIERS: readonly Carrier[] = [
  ['coloured', text => `\u001b[1;32m${text}\u001b[0m`, asIs],
  split('coloured within', 9, '\u001b[31m'),
  split('colour that stands as text', 9, '\\u001b[31m'),
  split('colour as cat -v shows it', 9, '^[[31m'),
  split('with erased lines', 9, '\u001b[K'),
  split('with zero-width spaces', 5, '\u200b'),
  split('with soft hyphens', 7, '\u00ad'),
  split('with word joiners', 7, '\u2060'),
  [
    'overstruck',
    text => [...text].map(sign => `${sign}\b${sign}`).join(''),
    text =>
      text
        .split('\b')
        .map((part, index, parts) => (index < parts.length - 1 ? part.slice(0, -1) : part))
        .join(''),
  ],
  ['in JSON', text => JSON.stringify({ output: `\n${text}\n` }), asIs],
  ['in JSON in JSON', text => JSON.stringify({ output: JSON.stringify({ a: `\t${text}\n` }) }), asIs],
  ['thrice in JSON', text => JSON.stringify(JSON.stringify(JSON.stringify(`${text}\n`))), asIs],
  [
    'with unicode escapes',
    text => [...text].map(sign => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`).join(''),
    text => text.replaceAll(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  ],
  ['percent-encoded', text => encodeURIComponent(text), asIs],
  [
    'as HTML',
    text =>
      `<pre>${ENTITIES.reduce((written, [sign, entity]) => written.replaceAll(sign, entity), text)}</pre>`,
    asIs,
  ],
  eachLine('behind grep -n', index => `src/a.env:${index + 3}:`),
  eachLine('in a diff', () => '+'),
  eachLine('quoted', () => '> '),
  eachLine('numbered', index => `${String(index + 1).padStart(6)}→`),
  ['in a fence', text => `\`\`\`sh\n${text}\n\`\`\``, asIs],
  [
    'base64-encoded',
    text => `got ${Buffer.from(text).toString('base64')} back`,
    text => text.replaceAll(/[A-Za-z0-9+/]{8,}/g, run => Buffer.from(run, 'base64').toString()),
  ],
]

type Load = readonly [
  label: string,
  make: (label: string) => { readonly text: string; readonly secret: string },
]

const LOADS: readonly Load[] = [
  ['a GitHub token', label => whole(`ghp_${createDraw(label)('alnum', 36)}`)],
  ['an AWS key', label => whole(`AKIA${createDraw(label)('base32', 16)}`)],
  ['an API key by name', label => named('"api_key": "', createDraw(label)('alnum', 32), '"')],
  ['a password', label => named('DB_PASSWORD=', `Fox${createDraw(label)('alnum', 9)}`)],
  ['a header', label => named('Authorization: Bearer ', createDraw(label)('alnum', 40))],
  ['an address', label => named('postgres://app:', `Owl${createDraw(label)('alnum', 9)}`, '@db.test/app')],
]

/** Secrets through what carries them: colours, escapes, prefixes, encodings. */
export const CARRIER_FORMS: readonly SecretForm[] = LOADS.flatMap(([load, make]) =>
  CARRIERS.map(([carrier, carry, read]) => {
    const label = `${load} ${carrier}`
    const { text, secret } = make(label)
    return { label, text: carry(text), secrets: [secret], read }
  }),
)

/** Tokens that a terminal's width cut. */
export const WRAPPED_FORMS: readonly SecretForm[] = ['ghp_', 'sk-ant-api03-', 'glpat-', 'npm_'].flatMap(
  prefix =>
    [40, 80].map(width => {
      const label = `${prefix} wrapped at ${width}`
      const body = createDraw(label)('alnum', prefix === 'sk-ant-api03-' ? 93 : 36)
      const line = `${'x'.repeat(width - 20)} ${prefix}${body}`
      const text = chunks(line, width).join('\n')
      return {
        label,
        text: `${text}\ndone`,
        secrets: [
          body,
          ...chunks(line, width)
            .slice(1)
            .filter(({ length }) => length > 7),
        ],
      }
    }),
)

function whole(secret: string): { readonly text: string; readonly secret: string } {
  return { text: secret, secret }
}

function named(
  before: string,
  secret: string,
  after = '',
): { readonly text: string; readonly secret: string } {
  return { text: before + secret + after, secret }
}
