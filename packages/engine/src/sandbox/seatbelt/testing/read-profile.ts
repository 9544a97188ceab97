import type { SeatbeltProfile } from '../to-seatbelt-profile.ts'

/** What stands between parentheses, a word, or a text. */
export type Expression = readonly Expression[] | Word | Text
export type Word = { readonly word: string }
export type Text = { readonly text: string }

/** A rule of a profile, in the order of the profile. */
export type ProfileRule = {
  readonly effect: 'allow' | 'deny'
  readonly operations: readonly string[]
  /** One of them has to fit; without any everything does. */
  readonly filters: readonly ProfileFilter[]
}

export type ProfileFilter = { readonly kind: string; readonly value: string }

/** Reads a profile as the system does, and throws on everything that it does not know to be part of the language. */
export function readProfile({ text, parameters }: SeatbeltProfile): readonly ProfileRule[] {
  const [version, ...rules] = parseExpressions(text)
  if (JSON.stringify(version) !== JSON.stringify([{ word: 'version' }, { word: '1' }]))
    throw new Error('A profile begins with its version.')
  return rules.map(rule => toRule(rule, parameters))
}

function toRule(expression: Expression, parameters: ReadonlyMap<string, string>): ProfileRule {
  const [effect, ...rest] = asList(expression)
  const operations = rest.filter(part => 'word' in part).map(wordOf)
  const filters = rest.filter(part => !('word' in part)).map(part => toFilter(part, parameters))
  const name = effect === undefined ? '' : wordOf(effect)
  if (name !== 'allow' && name !== 'deny') throw new Error(`No rule: ${JSON.stringify(expression)}`)
  const unknown = operations.find(operation => !OPERATIONS.has(operation))
  if (operations.length === 0 || unknown !== undefined) throw new Error(`No operation: ${unknown}`)
  return { effect: name, operations, filters }
}

/** Operations that profiles in the open are known to be read with. */
const OPERATIONS: ReadonlySet<string> = new Set(
  [
    'default file* file-read* file-read-metadata file-write* file-write-unlink file-link file-ioctl',
    'process-exec process-fork process-info* signal user-preference-read mach-host* mach-lookup sysctl-read',
    'ipc-posix-sem ipc-posix-shm pseudo-tty network-outbound network-bind network-inbound system-socket',
  ].flatMap(line => line.split(' ')),
)

function toFilter(expression: Expression, parameters: ReadonlyMap<string, string>): ProfileFilter {
  const [head, ...rest] = asList(expression)
  const kind = head === undefined ? '' : wordOf(head)
  const [first, second] = rest
  if (first === undefined) throw new Error(`An empty filter: ${kind}`)
  if (TEXTS.has(kind) && rest.length === 1) return { kind, value: textOf(first, parameters) }
  if (WORDS.has(kind) && rest.length === 1) return { kind, value: wordOf(first) }
  if ((kind === 'remote' || kind === 'local') && second !== undefined && rest.length === 2) {
    const inner = 'text' in second ? second.text : toFilter(second, parameters).value
    return { kind: `${kind} ${wordOf(first)}`, value: inner }
  }
  throw new Error(`No filter: ${JSON.stringify(expression)}`)
}

const TEXTS: ReadonlySet<string> = new Set(
  'literal subpath regex path-regex sysctl-name sysctl-name-prefix global-name'.split(' '),
)
const WORDS: ReadonlySet<string> = new Set(['target', 'socket-domain'])

function textOf(expression: Expression, parameters: ReadonlyMap<string, string>): string {
  if ('text' in expression) return expression.text
  const [head, name, ...more] = asList(expression)
  if (head === undefined || wordOf(head) !== 'param' || name === undefined || more.length > 0)
    throw new Error(`No text: ${JSON.stringify(expression)}`)
  const value = 'text' in name ? parameters.get(name.text) : undefined
  if (value === undefined) throw new Error(`A parameter without a value: ${JSON.stringify(name)}`)
  return value
}

function asList(expression: Expression): readonly Expression[] {
  if ('word' in expression || 'text' in expression) throw new Error(`No list: ${JSON.stringify(expression)}`)
  return expression
}

function wordOf(expression: Expression): string {
  if (!('word' in expression)) throw new Error(`No word: ${JSON.stringify(expression)}`)
  return expression.word
}

/** Lists, words, texts with escapes, texts without (`#"…"`), comments. */
export function parseExpressions(source: string): readonly Expression[] {
  const open: Expression[][] = [[]]
  const pattern =
    /\s+|;[^\n]*|(?<bracket>[()])|#"(?<raw>[^"]*)"|"(?<escaped>(?:[^"\\]|\\[\s\S])*)"|(?<word>[^\s()";#]+)|(?<other>[\s\S])/gu
  for (const { groups = {} } of source.matchAll(pattern)) {
    const top = open.at(-1) ?? []
    if (groups.other !== undefined) throw new Error(`What is ${groups.other}?`)
    if (groups.bracket === '(') open.push([])
    else if (groups.bracket === ')') {
      const done = open.pop() ?? []
      const around = open.at(-1)
      if (around === undefined) throw new Error('One bracket too many.')
      around.push(done)
    } else if (groups.raw !== undefined) top.push({ text: groups.raw })
    else if (groups.escaped !== undefined) top.push({ text: groups.escaped.replace(/\\([\s\S])/g, '$1') })
    else if (groups.word !== undefined) top.push({ word: groups.word })
  }
  if (open.length !== 1) throw new Error('A bracket is not closed.')
  return open[0] ?? []
}
