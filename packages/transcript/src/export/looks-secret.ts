import { MARK_START } from './secret-kinds.ts'

export type SecretName = 'password' | 'secret'

/**
 * How a value stands behind its name: in quotes or as a field of JSON; `NAME=value`; `name=value`; `name: value` or with
 * blanks; `--name value`; `name value`, as in a sentence.
 */
export type Spelling = 'quoted' | 'environment' | 'tight' | 'loose' | 'flag' | 'prose'

export type NamedValue = {
  readonly name: SecretName
  readonly spelling: Spelling
  readonly value: string
}

/**
 * Whether a value is a secret, given what it is called and how it is written. Quotes and env files say that it is a
 * value; elsewhere it may be a variable, a type or a word, and has to look drawn at random.
 */
export function isSecretNamed({ name, spelling, value }: NamedValue): boolean {
  if (isPlaceholder(value) || /\s/.test(value)) return false
  switch (spelling) {
    case 'prose':
      return false
    case 'quoted':
      return name === 'password' ? value.length >= 4 : looksDrawn(value)
    case 'environment':
      return name === 'password' ? value.length >= 4 : value.length >= 8 && !isCountOrFlag(value)
    case 'tight':
      return name === 'password' ? value.length >= 6 && hasDigitOrSign(value) : looksDrawn(value)
    case 'loose':
    case 'flag':
      return name === 'password' ? value.length >= 8 && hasLetterAndDigit(value) : looksDrawn(value)
  }
}

/** True for what stands where a secret would: a variable, a template, stars, a path, a word that says what belongs there. */
export function isPlaceholder(value: string): boolean {
  return (
    value.includes(MARK_START) ||
    TEMPLATE.test(value) ||
    /^(.)\1*$/s.test(value) ||
    STAND_IN.test(value) ||
    WORDS.has(value.toLowerCase()) ||
    PLACE.test(value) ||
    CODE.test(value)
  )
}

const TEMPLATE = /\$\{|\{\{|\$\(|<%|^\$[A-Za-z_]|^%[A-Za-z_(]|^<|^\{|^@[A-Za-z]/
const STAND_IN =
  /\*{3}|\.{3}|…|x{4}|(?:your|example|sample|dummy|fake|placeholder|change[_-]?me|replace|insert|redacted|todo)/i
const PLACE = /^(?:~?\/|\.{1,2}\/|https?:|file:)/
// Members, calls and scopes: `user.password`, `getToken()`, `Foo::BAR`.
const CODE = /^[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->|::)[A-Za-z_$]+)+[()!;]*$|\(|\[$/

const WORDS: ReadonlySet<string> = new Set(
  (
    'true false null none nil undefined string number boolean bool str int bytes any object unknown required optional ' +
    'password passwd passphrase pass secret secrets token tokens key apikey api_key hidden text input prompt auto default ' +
    'bearer basic random empty missing invalid username user admin root postgres mysql guest'
  ).split(' '),
)

function looksDrawn(value: string): boolean {
  return value.length >= 12 && hasLetterAndDigit(value) && !isWordy(value)
}

/** Words joined by signs, with at most a short number: `access_token_v2`, `us-east-1`. */
function isWordy(value: string): boolean {
  return value
    .split(/[_.:/-]/)
    .every(part => /^(?:[A-Za-z]*|[A-Za-z]{1,12}[0-9]{1,2}|[0-9]{1,4})$/.test(part))
}

function hasLetterAndDigit(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9]/.test(value)
}

function hasDigitOrSign(value: string): boolean {
  return /[^A-Za-z_.]/.test(value)
}

function isCountOrFlag(value: string): boolean {
  return /^[0-9.,:_-]*$/.test(value)
}
