import { Buffer } from 'node:buffer'
import { HIDDEN_MARK } from './secret-span.ts'

export type SecretName = 'password' | 'secret'

/**
 * How a value stands behind its name: in quotes or as a field of JSON; `NAME=value`; `name=value`; `name: value` or with
 * blanks; the same where nothing else stands on its line; `--name value`; `name is value`, as in a sentence.
 */
export type Spelling = 'quoted' | 'environment' | 'tight' | 'loose' | 'alone' | 'flag' | 'prose'

export type NamedValue = {
  readonly name: SecretName
  readonly spelling: Spelling
  readonly value: string
}

/**
 * Whether a value is a secret, given what it is called and how it is written. Quotes and env files say that it is a
 * value; elsewhere it may be a variable, a type or a word, and has to look drawn or chosen.
 */
export function isSecretNamed({ name, spelling, value }: NamedValue): boolean {
  if (spelling === 'quoted' && name === 'password' && PHRASE.test(value)) return true
  if (isPlaceholder(value) || /\s/.test(value)) return false
  return name === 'password' ? isPassword(spelling, value) : isDrawnSecret(spelling, value)
}

// Four words and more that are no sentence: a passphrase of dice, or the words that restore a wallet.
const PHRASE = /^[a-z]{3,12}(?: [a-z]{3,12}){3,23}$/

function isPassword(spelling: Spelling, value: string): boolean {
  switch (spelling) {
    case 'quoted':
    case 'environment':
      return value.length >= 4
    case 'tight':
      return value.length >= 4 && !isCode(value) && (hasDigitOrSign(value) || value.length >= 20)
    case 'alone':
      return !isCode(value) && (hasLetterAndSign(value, 4) || /^[0-9]{6,}$|^[a-z]{6,}$/.test(value))
    case 'loose':
    case 'flag':
      return !isCode(value) && hasLetterAndSign(value, 5) && !isTechnical(value)
    case 'prose':
      return !isCode(value) && hasLetterAndDigit(value) && value.length >= 5 && !isTechnical(value)
  }
}

function isDrawnSecret(spelling: Spelling, value: string): boolean {
  switch (spelling) {
    case 'environment':
      return value.length >= 8 && !isCountOrFlag(value) && !isFileName(value)
    case 'quoted':
      return looksDrawn(value, 10)
    case 'tight':
    case 'alone':
    case 'loose':
    case 'flag':
      return looksDrawn(value, 12) && !isCode(value)
    case 'prose':
      return looksDrawn(value, 16) && !isCode(value)
  }
}

/** True for what stands where a secret would: a variable, a template, stars, a path, a word that says what belongs there. */
export function isPlaceholder(value: string): boolean {
  return (
    value.includes(HIDDEN_MARK) ||
    value.includes('[redacted:') ||
    TEMPLATE.test(value) ||
    /^(.)\1*$/s.test(value) ||
    (STAND_IN.test(value) && !looksMixed(value)) ||
    WORDS.has(value.toLowerCase()) ||
    isPlace(value) ||
    MEMBER.test(value)
  )
}

const TEMPLATE =
  /\$\{|\{\{|\$\(|<%|^\$[A-Za-z_]|^%[A-Za-z_(]|^<|^\{[^}]*\}$|^@[A-Za-z]|^\[hidden|^\[filtered/i
const STAND_IN =
  /\*{3}|\.{3}|…|x{4}|(?:your|example|sample|dummy|fake|placeholder|change[_-]?(?:me|it)|replace|insert|redacted|todo)/i
// Members and scopes: `user.password`, `Foo::BAR`.
const MEMBER = /^[A-Za-z_$][A-Za-z_$]*(?:(?:\??\.|->|::)[A-Za-z_$]+)+(?:[!;]|\([^()]*\))*$/

function isPlace(value: string): boolean {
  return /^(?:~\/|\.{1,2}\/|https?:\/\/[^@]*$|file:)/.test(value) || (value.startsWith('/') && isWordy(value))
}

/** Calls, lookups, negations, aliases: what stands behind a name in code and is no value. */
function isCode(value: string): boolean {
  return /^[\w$.?!]*[([]$|^[A-Za-z_$][\w$.?]*[([]|^[!*&](?=[A-Za-z])(?![^0-9]*[0-9])|^-|^\/[\^[(\\]/.test(
    value,
  )
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'true false null none nil undefined string number boolean bool str int bytes any object unknown required optional ' +
    'password passwd passphrase pass passwort secret secrets token tokens key apikey api_key hidden text input prompt auto ' +
    'default bearer basic random empty missing invalid username user admin root postgres mysql guest varchar char never ' +
    'void readonly hash hashed encrypted plaintext enabled disabled changed correct incorrect wrong failed expired ' +
    'stored unset field value values params props query body bcrypt argon2 sensitive masked removed omitted'
  ).split(' '),
)

// Words of the trade that have a number in their name.
function isTechnical(value: string): boolean {
  return /^(?:base|sha|md|utf|oauth|argon|pbkdf|https?|ipv?|v|rfc|aes|rsa|ed|step|level|version|line|type|field|option|user|es|web|s|k|p|h|at|min|max)[-_]?[0-9]{1,5}(?:[-_.][a-z]{1,12})*$/i.test(
    value,
  )
}

/** Whether a value was drawn at random, as far as one can see. */
export function looksDrawn(value: string, shortest: number): boolean {
  if (value.length < shortest) return false
  if (hasLetterAndDigit(value)) return !isWordy(value)
  return value.length >= 20 && looksMixed(value)
}

/** Words joined by signs, with at most a short number: `access_token_v2`, `us-east-1`. */
export function isWordy(value: string): boolean {
  return value
    .split(/[_.:/-]/)
    .every(
      part => WORDY_PART.test(part) || WORDY_PART.test(part.replaceAll(/[0-9]{1,2}[a-z]?(?=[A-Z]|$)/g, '')),
    )
}

const WORDY_PART = /^(?:[A-Z]?[a-z]*|[A-Z]*|[A-Za-z]{1,12}[0-9]{1,2}|[0-9]{1,4}|(?:[A-Z]?[a-z]{2,}){1,8})$/

/** Capitals, small letters and digits or signs in a disorder that names do not have. */
export function looksMixed(value: string): boolean {
  let changes = 0
  for (let index = 1; index < value.length && index < LOOKED_AT; index++)
    if (classOf(value.charCodeAt(index)) !== classOf(value.charCodeAt(index - 1))) changes += 1
  return changes > Math.min(value.length, LOOKED_AT) * 0.38
}

const LOOKED_AT = 200

function classOf(code: number): number {
  if (code >= 97 && code <= 122) return 0
  if (code >= 65 && code <= 90) return 1
  return code >= 48 && code <= 57 ? 2 : 3
}

export function hasLetterAndDigit(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9]/.test(value)
}

function hasDigitOrSign(value: string): boolean {
  return /[^A-Za-z_.]/.test(value)
}

function hasLetterAndSign(value: string, shortest: number): boolean {
  return value.length >= shortest && /\p{L}/u.test(value) && /[^\p{L}_.?]/u.test(value)
}

function isCountOrFlag(value: string): boolean {
  return /^[0-9.,:_-]*$/.test(value)
}

function isFileName(value: string): boolean {
  return (
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:json|ya?ml|txt|pem|key|crt|toml|ini|env|cfg|conf)$/.test(value) ||
    isSlashed(value)
  )
}

function isSlashed(value: string): boolean {
  return value.includes('/') && isWordy(value)
}

/** The basic credentials that the text stands for: base64 of `user:password`. */
export function isBasicCredentials(value: string): boolean {
  if (value.length < 8 || value.length > 4096 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false
  const decoded = decodeBase64(value)
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(decoded) && decoded.length >= 5
}

/** What base64 stands for, a character a byte; what is no base64 in it is left out. */
export function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1')
}
