import { createContext, Script } from 'node:vm'
import { isObject } from '@antiphon/contract'

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

/** Makes every line end in a regular expression match `\r\n` as well: a model never sees which of them a file has. */
export function widenLineEnds(pattern: string): string {
  let depth = 0
  return pattern.replaceAll(/\\[\s\S]|[[\]\n]/g, found => {
    if (found === '[') depth += 1
    if (found === ']') depth = Math.max(0, depth - 1)
    // In a list of characters a line end is one of many.
    return depth === 0 && (found === '\n' || found === '\\n') ? '(?:\\r?\\n)' : found
  })
}

/** Runs a regular expression, and gives up where it would never end. */
export interface GuardedMatcher {
  /** The places in the list of the lines that match. */
  matchLines(lines: readonly string[]): readonly number[]
  /** Where the matches in a text begin and end. */
  matchText(text: string): readonly (readonly [number, number])[]
}

/** Thrown nowhere else: the pattern took too long. */
export function isPatternTimeout(error: unknown): boolean {
  // The error comes out of the sandbox, where `Error` is another one.
  return isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

/**
 * Matches under a watch. JavaScript's expressions go back and try again, some of them for ever, and nothing in the
 * same thread can stop that but the time limit of `node:vm`.
 */
export function createGuardedMatcher(expression: RegExp): GuardedMatcher {
  // Without repetitions and alternatives there is nothing to go back to.
  const isHarmless = !/[*+?{|]/.test(expression.source)
  const slot: { work: () => unknown } = { work: () => null }
  const sandbox = createContext(slot)
  const script = new Script('work()')

  function guard<T>(work: () => T): T {
    if (isHarmless) return work()
    slot.work = work
    // The script gives back what the work does.
    return script.runInContext(sandbox, { timeout: MAXIMUM_MILLISECONDS }) as T
  }

  return {
    matchLines: lines =>
      guard(() => {
        const places: number[] = []
        for (const [index, line] of lines.entries()) {
          expression.lastIndex = 0
          if (expression.test(line)) places.push(index)
        }
        return places
      }),
    matchText: text => guard(() => Array.from(text.matchAll(expression), toRange)),
  }
}

const MAXIMUM_MILLISECONDS = 2000

function toRange(match: RegExpExecArray): readonly [number, number] {
  return [match.index, match.index + match[0].length]
}
