import type { SecretName } from './looks-secret.ts'

// What a name has to end with. A bare `key` is too common a word, so it wants company.
const PASSWORD_WORDS =
  'pass(?:word|wd|phrase|code|wort)s?|pwd|kennwort|contraseñas?|mot[_ -]?de[_ -]?passe|senha|парол[ья]|密码|密碼|口令|パスワード|비밀번호|pass|pw|masterauth|psk'
const SECRET_WORDS =
  'secrets?|tokens?|credentials?|authorization|connection[_-]?string|_dsn|_pat|salt|bearer|jwt|密钥|密鑰|令牌|口令牌|secret[_-]?id|client[_-](?:key|certificate)[_-]data|key'
const TAIL =
  '(?:[_-]?(?:base|value|string|plain|raw|prod(?:uction)?|dev(?:elopment)?|stag(?:e|ing)|test(?:ing)?|local|live|main|primary|secondary|old|new|current|backup|default|hash|b64|base64|hex|encoded|secret|v?[0-9]{1,2}))?'

/** Names of secrets, at their end; groups: the word, and what may follow it. Global, in any case. */
export const SECRET_NAME: RegExp = new RegExp(`(${PASSWORD_WORDS}|${SECRET_WORDS})(${TAIL})`, 'gi')

const FIELD = new RegExp(`(${PASSWORD_WORDS}|${SECRET_WORDS})(${TAIL})$`, 'i')
const IS_PASSWORD = new RegExp(`^(?:${PASSWORD_WORDS})$`, 'i')

/** The kind that a field's name promises; null where it promises nothing. */
export function readSecretName(field: string): SecretName | null {
  const match = FIELD.exec(field.slice(-LONGEST_NAME))
  if (!match) return null
  const [all, word = ''] = match
  return judgeName(field.slice(0, field.length - all.length), word)
}

/** What a word at the end of an identifier promises, given how the identifier begins. */
export function judgeName(before: string, word: string): SecretName | null {
  const lower = word.toLowerCase()
  if (lower === 'pw') return isPasswordShort(before) ? 'password' : null
  if (IS_PASSWORD.test(word)) return lower === 'pass' && !beginsWord(before, word) ? null : 'password'
  if (lower === 'key') return isSecretKey(before, word) ? 'secret' : null
  if (SHORT_WORDS.has(lower) && !beginsWord(before, word)) return null
  return 'secret'
}

/** How much of a name is looked at. */
export const LONGEST_NAME = 80

const SHORT_WORDS: ReadonlySet<string> = new Set(['salt', 'jwt', 'bearer'])

/** `dbPass`, `DB_PASS`, `db.pass` and `pass`, but not `bypass`. */
function beginsWord(before: string, word: string): boolean {
  const last = before.at(-1)
  if (/(?:require|store|key|user|become|db|trust)$/i.test(before)) return true
  return last === undefined || !/[A-Za-z]/.test(last) || (/[a-z]/.test(last) && /^[A-Z]/.test(word))
}

/** `rootpw`, `DB_PW` and `olcRootPW`; two letters by themselves may be anything. */
function isPasswordShort(before: string): boolean {
  return /(?:root|bind|admin|user|db|ldap|[_-])$/i.test(before)
}

function isSecretKey(before: string, word: string): boolean {
  if (NO_SECRET_KEYS.test(before)) return false
  return KEY_COMPANY.test(before) || /[_-]$/.test(before) || (/[a-z0-9]$/.test(before) && /^K/.test(word))
}

const KEY_COMPANY =
  /(?:api|app|access|secret|private|signing|encryption|account|auth|master|service|role|anon|license|client|shared|storage|webhook|deploy|session|hmac|aes|pre[_-]?shared|subscription|host)[_ -]?$/i
const NO_SECRET_KEYS =
  /(?:public|pub|primary|foreign|cache|sort|partition|object|row|group|index|query|idempotency|routing|message|dedup|state|item|lookup|translation|registry|hot|short)[_-]?$/i
