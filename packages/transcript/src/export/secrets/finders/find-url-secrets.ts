import { isPlaceholder, looksDrawn } from '../looks-secret.ts'
import { findPatterns, isValue, type SecretPattern } from '../secret-pattern.ts'
import type { SecretSpan } from '../secret-span.ts'

/** What addresses carry: passwords and tokens before the host, proofs and keys in the query. */
export function findUrlSecrets(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3))
    spans.push(...findUserinfo(text, at))
  return [...spans, ...findPatterns(text, PARAMETERS_AND_DRIVERS)]
}

const URL_PASSWORD = 'url-password'

function findUserinfo(text: string, colon: number): readonly SecretSpan[] {
  const start = colon + 3
  AUTHORITY.lastIndex = start
  const run = AUTHORITY.exec(text)?.[0] ?? ''
  if (!run.includes('@')) return []
  const scheme = /[a-z][a-z0-9+.-]*$/i.exec(text.slice(Math.max(0, colon - 30), colon))?.[0] ?? ''
  const at = findHost(run, !/^(?:https?|wss?|file|git|ssh|chrome|vscode)$/i.test(scheme))
  if (at < 1) return []
  const userinfo = run.slice(0, at)
  const split = userinfo.indexOf(':')
  const user = split === -1 ? userinfo : userinfo.slice(0, split)
  const password = split === -1 ? '' : userinfo.slice(split + 1)
  const isToken = looksDrawn(user, 16) && !isPlaceholder(user)
  return [
    ...(isToken ? [{ start, end: start + user.length, kind: 'url-token' }] : []),
    ...(password !== '' && !isPlaceholder(password) && password !== 'x-oauth-basic'
      ? [{ start: start + split + 1, end: start + at, kind: URL_PASSWORD }]
      : []),
  ]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal end an address
const AUTHORITY = /(?:(?!:\/\/)[^\s"'`<>\\\u0000-\u001f\uE000]){1,400}/y

/**
 * Where the userinfo ends: at the last @ before the path. Passwords of databases hold signs that belong to paths and queries
 * unescaped, so there it is the last @ behind which a host stands.
 */
function findHost(run: string, isDatabase: boolean): number {
  const authority = /^[^/?#]*/.exec(run)?.[0] ?? ''
  const plain = authority.lastIndexOf('@')
  const colon = run.indexOf(':')
  const isPort = /^:[0-9]{1,5}(?:[/?#]|$)/.test(run.slice(Math.max(0, colon)))
  if (colon === -1 || isPort) return plain
  if (plain !== -1 && (!isDatabase || plain < colon)) return plain
  const far = run.slice(0, beforeQuery(run)).lastIndexOf('@')
  if (far <= colon) return plain
  const isHost = /^[\w.[\]*-]+(?::[0-9]{1,5})?(?:[/?#,]|$)/.test(run.slice(far + 1))
  const isNamed = !run.slice(0, colon).includes('.') && /[0-9]/.test(run.slice(colon, far))
  return isHost && (isDatabase || isNamed) ? far : plain
}

/** A question mark behind the host begins a query; one before it is a part of the password. */
function beforeQuery(run: string): number {
  const query = /@[^@/?#]*(?:\/[^@?]*)?\?/.exec(run)
  return query ? query.index + 1 : run.length
}

const PROOF = /^(?:sig|.*signature|hmac|.*secret)$/i

function kindOf(name: string): string {
  if (/^sig$/i.test(name)) return 'azure-key'
  return /pass|pwd/i.test(name) ? 'password' : /signature|hmac/i.test(name) ? 'signature' : 'secret'
}

/** Proofs and keys in queries, and drivers that have addresses without a scheme. */
const PARAMETERS_AND_DRIVERS: readonly SecretPattern[] = [
  {
    kind: kindOf,
    pattern:
      /[?&#;]((?:[\w.-]{0,30}(?:token|secret|signature|passw(?:or)?d|api[_-]?key|apikey|credential))|pwd|pass|sig|hmac|key|auth|code|jwt|sid|session|assertion|ticket)=([^&#\s"'`<>\\;\uE000]{4,4096})/gi,
    isSecret: (value, { name }) =>
      (PROOF.test(name) ? value.length >= 8 : looksDrawn(value, 12) || /pass|pwd/i.test(name)) &&
      isValue(value),
  },
  {
    kind: URL_PASSWORD,
    hint: /@(?:tcp6?|unix)\(|jdbc:oracle|sqlplus|sqlldr/,
    pattern:
      /(?:(?<![\w.@-])[\w.-]{1,60}:([^\s:@/"'`]{3,200})(?=@(?:tcp|tcp6|unix)\()|\b(?:jdbc:oracle:(?:thin|oci):|sqlplus[ \t]{1,4}(?:-[A-Za-z]{1,4}[ \t]{1,4}){0,3}|sqlldr[ \t]{1,4})[\w.-]{1,60}\/([^\s@"'`]{3,200})(?=@))/g,
  },
]
