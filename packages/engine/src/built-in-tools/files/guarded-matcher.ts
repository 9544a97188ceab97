import { createContext, Script } from 'node:vm'
import { isObject } from '@antiphon/contract'

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
