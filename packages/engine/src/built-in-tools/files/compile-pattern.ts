import { widenLineEnds } from './widen-line-ends.ts'

/** A regular expression of Rust's kind, as ripgrep takes it, for JavaScript; or why it is none. */
export function compilePattern(
  pattern: string,
  { isCaseInsensitive, isMultiline }: { readonly isCaseInsensitive: boolean; readonly isMultiline: boolean },
): RegExp | { readonly problem: string } {
  if (!isMultiline && /(?<!\\)(?:\\\\)*\\n|\n/.test(pattern)) return { problem: NEEDS_MULTILINE }
  const { source, inline } = takeInlineFlags(pattern)
  const flags = new Set([...(isMultiline ? 'gms' : 'm'), ...(isCaseInsensitive ? 'i' : ''), ...inline])
  const translated = translate(isMultiline ? widenLineEnds(source) : source)
  let problem = ''
  // With `u` a character outside of the basic plane is one; without, JavaScript forgives superfluous backslashes.
  for (const unicode of ['u', '']) {
    try {
      return new RegExp(translated, [...flags].join('') + unicode)
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
  }
  return { problem: describeBadPattern(pattern, problem) }
}

/** What to tell a model whose pattern is no regular expression. */
export function describeBadPattern(pattern: string, reason: string): string {
  return `The pattern is not a valid regular expression: ${reason}\nTo search for ( ) [ ] { } . * + ? | ^ $ themselves, put a backslash before them. Pattern: ${pattern.slice(0, 500)}`
}

const NEEDS_MULTILINE =
  'The pattern has a line end in it, but lines are searched one by one. Set multiline to true to search over several lines.'

/** JavaScript takes flags only beside the expression. */
function takeInlineFlags(pattern: string): { readonly source: string; readonly inline: string } {
  const [all = '', inline = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? []
  return { source: pattern.slice(all.length), inline }
}

function translate(source: string): string {
  return source
    .replaceAll('(?P<', '(?<')
    .replaceAll(/\\[\s\S]|\[:(\^?\w+):\]/g, (found, name: string | undefined) => {
      if (name !== undefined) return CLASSES[name] ?? found
      return ESCAPES[found] ?? found
    })
    .replaceAll(/\\x\{([0-9a-fA-F]+)\}/g, '\\u{$1}')
}

const ESCAPES: Readonly<Record<string, string>> = { '\\A': '(?<![\\s\\S])', '\\z': '(?![\\s\\S])' }

const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9a-fA-F',
  word: '\\w',
  blank: ' \\t',
}
