import type { Spelling } from '../looks-secret.ts'

export type Assignment = { readonly spelling: Spelling; readonly hasQuotedName: boolean }

/** What stands between a name and its value, and how the value is written. */
export type Separator = Assignment & {
  /** Where the value begins. */
  readonly start: number
  /** The quote around it. */
  readonly quote: string | null
  /** Where it ends, if something other than its own look says so. */
  readonly end: number | null
  readonly isList: boolean
}

export type NamePlace = {
  readonly text: string
  readonly nameStart: number
  readonly nameEnd: number
  readonly identifier: string
}

/** Reads on behind a name; null where no value follows it. */
export function readSeparator(place: NamePlace): Separator | null {
  const { text, nameEnd } = place
  const close = match(CLOSE, text, nameEnd)
  const at = nameEnd + close.length
  const hasQuotedName = /["'`]/.test(close)
  const named = (spelling: Spelling, start: number): Separator =>
    withValue(text, { spelling, hasQuotedName, start })
  return (
    readMarkup(place, { at, hasQuotedName }) ??
    readTypedOrCalled() ??
    readAssigned() ??
    readBlank(place, { at, named })
  )

  function readTypedOrCalled(): Separator | null {
    const paired = match(PAIRED, text, at)
    if (paired !== '') return named('environment', at + paired.length)
    const typed =
      match(TYPED, text, at) ||
      match(CALL, text, at) ||
      (hasQuotedName && isWhole(place) ? match(LISTED, text, at) : '')
    return typed === '' ? null : named('quoted', at + typed.length)
  }

  function readAssigned(): Separator | null {
    const explained = match(EXPLAINED, text, at)
    if (explained !== '') return named('loose', at + explained.length)
    const sign = match(SIGN, text, at)
    if (sign === '') return null
    const start = at + sign.length
    const block = match(BLOCK, text, start)
    if (block !== '') return named('loose', start + block.length)
    const isTight = close === '' && /^(?:=|:=)$/.test(sign)
    if (!isTight) return named(isFlag(place) && sign.trim() === '=' ? 'flag' : 'loose', start)
    if (isFlag(place)) return named('flag', start)
    return named(UPPER_CASE.test(place.identifier) ? 'environment' : 'tight', start)
  }
}

const CLOSE = /["'`\]*_]{0,4}/y
// `password: string = "…"`, `password string = "…"`.
const TYPED =
  /[ \t]{0,4}:?[ \t]{0,4}[&*]?(?:'static )?[A-Za-z][\w.<>|?[\]]{0,40}[ \t]{0,4}=[ \t]{0,4}(?=["'`])/y
const CALL = /\([ \t]{0,2}(?=["'`])/y
const LISTED = /[ \t]{0,4},\s{0,40}(?=["'`])/y
// `{"name": "TOKEN", "value": "…"}`, `name: TOKEN⏎ value: …`, `key="token" value="…"`.
const PAIRED = /\s{0,40},?\s{0,40}["']?[Vv]alue["']?[ \t]{0,4}[:=][ \t]{0,4}/y
// `token (staging): …`, `password for admin: …`.
const EXPLAINED =
  /[ \t]{1,2}(?:\([^()\n]{1,30}\)|(?:for|of|to|on|von|für|de)[ \t][^\n:="'`]{1,40})[ \t]{0,2}[:=：][ \t]{1,4}/y
const SIGN = /[ \t]{0,40}(?::=|=>|->|[=:：＝](?![=:]))[ \t*_]{0,40}/y
const BLOCK =
  /(?:[|>][+-]?[0-9]?[ \t]{0,8})?\r?\n[ \t]{1,40}(?:-[ \t]{1,8})?(?=[^\s:]{4,400}[ \t]{0,8}(?:\r?\n|$))/y
const UPPER_CASE = /(?:^|[^A-Za-z0-9_])[A-Z][A-Z0-9_]*$/

/** Whether nothing but the name stands in its quotes. */
function isWhole({ text, nameEnd, identifier }: NamePlace): boolean {
  return /["'`]/.test(text[nameEnd - identifier.length - 1] ?? '')
}

function isFlag({ identifier, text, nameEnd }: NamePlace): boolean {
  const before = text[nameEnd - identifier.length - 1]
  return identifier.startsWith('-') && (before === undefined || /[\s"'`([=]/.test(before))
}

type AtSeparator = { readonly at: number; readonly hasQuotedName: boolean }

/** `<password>…<`, `<property name="password">…<`, `<key>password</key><string>…<`, `| password | … |`. */
function readMarkup(
  { text, nameEnd, identifier }: NamePlace,
  { at, hasQuotedName }: AtSeparator,
): Separator | null {
  const before = text[nameEnd - identifier.length - 1]
  const opened =
    before === '<' ? match(TAG_END, text, nameEnd) : hasQuotedName ? match(TAG_CLOSE, text, at) : ''
  const inTag = opened || match(PLIST, text, nameEnd)
  if (inTag !== '') return upTo('<', (opened === '' ? nameEnd : before === '<' ? nameEnd : at) + inTag.length)
  const cell = match(CELL, text, at)
  if (
    cell === '' ||
    !/\|[ \t*_`]*$/.test(
      text.slice(Math.max(0, nameEnd - identifier.length - 20), nameEnd - identifier.length),
    )
  )
    return null
  return withValue(text, { spelling: 'loose', hasQuotedName: false, start: at + cell.length })

  function upTo(sign: string, start: number): Separator | null {
    const end = text.slice(start, start + LONGEST_TEXT).indexOf(sign)
    return end < 1
      ? null
      : { spelling: 'quoted', hasQuotedName: false, start, end: start + end, quote: null, isList: false }
  }
}

const LONGEST_TEXT = 2048
const TAG_END = /(?:\s[^<>\n]{0,200})?>\s{0,40}(?=[^\s<])/y
const TAG_CLOSE = />(?=[^\s<])/y
const PLIST = /<\/(?:key|name|string)>\s{0,40}<(?:string|value|data)>/y
const CELL = /[ \t]{0,40}\|[ \t*_]{0,8}/y

type Blank = { readonly at: number; readonly named: (spelling: Spelling, start: number) => Separator }

/** `--password …`, `setenv PASSWORD …`, `PASSWORD '…'`, `the password is …`. */
function readBlank(place: NamePlace, { at, named }: Blank): Separator | null {
  const { text, nameEnd, identifier } = place
  const verb = match(VERB, text, at)
  if (verb !== '') return named('prose', at + verb.length)
  const blank = match(BLANK, text, at)
  if (blank === '') return null
  const start = at + blank.length
  if (isFlag(place)) return named('flag', start)
  const before = text.slice(Math.max(0, nameEnd - identifier.length - 40), nameEnd - identifier.length)
  if (SETTER.test(before) || DIRECTIVE.test(identifier)) return named('environment', start)
  // `pass "…"` is what people do with arguments.
  if (/^pass$/i.test(identifier)) return null
  const quoted = named('quoted', start)
  return quoted.quote === null ? null : quoted
}

const BLANK = /[ \t]{1,4}/y
const VERB =
  /[ \t]{0,3}(?:(?:is|was|lautet|ist|es|est|é|equals)[ \t]{0,2}[:：]?[ \t]{1,3}|(?:是|为|為|は|는|은)[:：]?[ \t]{0,3})/y
const SETTER = /(?:^|[\s;&|`"'(])(?:setenv|ENV|ARG|set -g?x|configure set|config set)[ \t]{1,4}[^\s=]{0,40}$/
const DIRECTIVE = /^(?:requirepass|masterauth|:_authToken|:_password|:_auth)$/

type ValuePlace = Assignment & { readonly start: number }

/** The separator with the quote or the bracket that opens the value. */
function withValue(text: string, { spelling, hasQuotedName, start }: ValuePlace): Separator {
  const list = match(LIST, text, start)
  const base = { spelling, hasQuotedName, end: null }
  if (list !== '')
    return { ...base, spelling: 'quoted', start: start + list.length, quote: null, isList: true }
  const open = match(OPEN, text, start)
  const quote = /["'`]+$/.exec(open)?.[0] ?? null
  const isQuoted = quote !== null
  return {
    ...base,
    spelling: isQuoted && spelling !== 'environment' ? 'quoted' : spelling,
    start: start + open.length,
    quote,
    isList: false,
  }
}

const LIST = /\[\s{0,40}(?=["'`])/y
const OPEN = /(?:[bBfFrRuU@$&]{1,2})?(?:"""|'''|["'`])/y

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
