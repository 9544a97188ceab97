import { isPlaceholder } from '../looks-secret.ts'
import type { SecretSpan } from '../secret-span.ts'

/** What files of credentials hold, whose fields have no names or say nothing by them. */
export function findFileSecrets(text: string): readonly SecretSpan[] {
  return [
    ...(/\b(?:machine|login|default)\s/.test(text) ? findNetrc(text) : []),
    ...(/:(?:\*|[3-6][0-9]{3}):/.test(text) ? findAll(text, PGPASS, 'password') : []),
    ...(/\bkind["']?:[ \t]*["']?Secret\b/.test(text) ? findKubernetes(text) : []),
    ...(text.includes('"kty"') || text.includes("'kty'") ? findAll(text, JWK, 'private-key') : []),
    ...(text.includes('</') ? findAll(text, XML_KEY, 'private-key') : []),
    ...(text.includes('secret key') ? findAll(text, MINISIGN, 'private-key') : []),
  ]
}

function findAll(text: string, pattern: RegExp, kind: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (!isPlaceholder(value)) spans.push({ start: end - value.length, end, kind })
  }
  return spans
}

/** `machine … login … password …`, on one line or on several. */
function findNetrc(text: string): readonly SecretSpan[] {
  return findAll(text, NETRC, 'password').filter(({ start }) =>
    /(?:^|\s)(?:machine|default|login)\s/.test(text.slice(Math.max(0, start - 240), start)),
  )
}

const NETRC = /(?<=^|\s)password[ \t\r\n]{1,8}([^\s"'`:=]{3,200})(?=\s|$)/g
// host:port:database:user:password
const PGPASS =
  /(?<=^|\n|[ \t>+→])(?:localhost|\*|[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}):(?:\*|[3-6][0-9]{3}):[\w*-]{1,60}:[\w*.@-]{1,60}:([^\s:"'`]{4,200})(?=\s|$)/g
const JWK = /["'](?:d|p|q|dp|dq|qi|k)["']\s{0,4}:\s{0,4}["']([\w-]{20,4096})(?=["'])/g
const XML_KEY = /<(?:P|Q|DP|DQ|InverseQ|D)>\s{0,8}([A-Za-z0-9+/]{20,4096}={0,2})(?=\s{0,8}<\/)/g
const MINISIGN = /secret key[^\n]{0,80}\r?\n[ \t]{0,8}(R[A-Za-z0-9+/]{40,400}={0,2})/g

/** Everything below `data` and `stringData` of a manifest. */
function findKubernetes(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const block of text.matchAll(DATA))
    for (const match of block[0].matchAll(DATA_FIELD)) {
      const value = match[1] ?? ''
      const end = block.index + match.index + match[0].length
      if (value.length >= 4 && !isPlaceholder(value))
        spans.push({ start: end - value.length, end, kind: 'secret' })
    }
  return spans
}

const DATA =
  /(?<=^|[\s"'{,])(?:data|stringData)["']?:[ \t]{0,4}(?:\{[^{}]{0,50000}\}|\r?\n(?:[ \t>+]{1,40}["']?[\w.-]{1,100}["']?:[^\n]{0,20000}(?:\r?\n|$)){1,200})/g
const DATA_FIELD = /(?<=^|[\s{,>])["']?[\w.-]{1,100}["']?:[ \t]{1,4}["']?([^\s"',{}|>][^\s"',{}]{0,16384})/g
