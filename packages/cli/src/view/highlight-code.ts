/** What a stretch of code is, as far as its look tells it apart. */
export type CodePart = {
  readonly kind: 'keyword' | 'text' | 'comment' | 'number' | 'other' | 'added' | 'removed'
  readonly text: string
}

/** The parts of a code, in time of its length; undefined where the language is not known. Nothing is left out, nothing added. */
export function highlightCode(code: string, language: string): readonly CodePart[] | undefined {
  const name = language.toLowerCase()
  if (name === 'diff' || name === 'patch') return highlightDiff(code)
  const family = FAMILIES.find(({ names }) => names.has(name))
  return family && highlight(code, family)
}

type Family = {
  readonly names: ReadonlySet<string>
  /** Its groups: comment, text, number, word. */
  readonly token: RegExp
  readonly keywords: ReadonlySet<string>
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const STRINGS = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?`
const NUMBER = String.raw`\b\d[\w.]*`
const WORD = String.raw`[A-Za-z_$][\w$]*`

function family(names: string, comment: string, strings: string, keywords: string): Family {
  const token = new RegExp(`(${comment})|(${strings})|(${NUMBER})|(${WORD})`, 'gs')
  return { names: words(names), token, keywords: words(keywords) }
}

const SLASHES = String.raw`//[^\n]*|/\*.*?(?:\*/|$)`
const HASH = String.raw`(?<![^\s])#[^\n]*`

const FAMILIES: readonly Family[] = [
  family(
    'typescript ts tsx javascript js jsx mjs cjs mts cts',
    SLASHES,
    `${STRINGS}|\`(?:[^\`\\\\]|\\\\.)*\`?`,
    'abstract as async await break case catch class const continue declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace new null of private protected public readonly return satisfies set static super switch this throw true try type typeof undefined unknown var void while yield',
  ),
  family(
    'python py',
    HASH,
    String.raw`"""(?:[^\\]|\\.)*?(?:"""|$)|'''(?:[^\\]|\\.)*?(?:'''|$)|${STRINGS}`,
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
  ),
  family(
    'bash sh shell zsh console fish',
    HASH,
    String.raw`"(?:[^"\\]|\\.)*"?|'[^']*'?`,
    'case do done elif else esac export fi for function if in local return select set then until while',
  ),
  family(
    'go golang rust rs java kt kotlin c cpp cc h hpp c++ cxx cs csharp swift php scala dart css scss less',
    SLASHES,
    `${String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)'|`}\`[^\`]*\`?`,
    'abstract as async auto await bool boolean break case catch chan char class const constexpr continue default defer delete do double dyn else enum explicit extends extern false final finally float fn for func fun go goto if impl implements import in inline int interface internal let long loop map match mod move mut namespace new nil null nullptr operator override package private protected pub public range ref return select self short signed sizeof static string struct super switch template this throw throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while',
  ),
  family('json jsonc json5 jsonl', SLASHES, STRINGS, 'true false null'),
  family(
    'yaml yml toml ini ruby rb dockerfile makefile make',
    HASH,
    STRINGS,
    'true false null yes no on off begin class def do else elsif end ensure if module nil require rescue self unless while yield FROM RUN COPY CMD ENV WORKDIR',
  ),
  family(
    'sql',
    String.raw`--[^\n]*|/\*.*?(?:\*/|$)`,
    String.raw`'(?:[^']|'')*'?`,
    'add all alter and as asc begin between by case commit create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then true union unique update values view when where with',
  ),
  family('html xml svg vue htm', '<!--.*?(?:-->|$)', STRINGS, ''),
]

function highlight(code: string, { token, keywords }: Family): readonly CodePart[] {
  const parts: CodePart[] = []
  let at = 0
  const add = (kind: CodePart['kind'], text: string): void => {
    if (text !== '') parts.push({ kind, text })
  }
  for (const match of code.matchAll(token)) {
    const [text, comment, string, number, word] = match
    const isKeyword = word !== undefined && (keywords.has(word) || keywords.has(word.toLowerCase()))
    if (word !== undefined && !isKeyword) continue
    add('other', code.slice(at, match.index))
    add(
      comment !== undefined ? 'comment' : string !== undefined ? 'text' : number ? 'number' : 'keyword',
      text,
    )
    at = match.index + text.length
  }
  add('other', code.slice(at))
  return parts
}

function highlightDiff(code: string): readonly CodePart[] {
  return code.split(/(?<=\n)/).map(text => ({
    kind: text.startsWith('+')
      ? 'added'
      : text.startsWith('-')
        ? 'removed'
        : text.startsWith('@')
          ? 'number'
          : 'other',
    text,
  }))
}
