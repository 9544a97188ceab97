import { estimateText } from '@antiphon/core/usage'

/** What an answer may still cost its reader. */
export interface TokenBudget {
  readonly left: number
  /** Takes what a value costs as JSON; false, and nothing taken, where it does not fit. */
  take(value: unknown): boolean
}

/** A budget of tokens, about four characters each. */
export function createTokenBudget(tokens: number): TokenBudget {
  let left = tokens
  return {
    get left() {
      return left
    },
    take(value) {
      const cost = measureTokens(value)
      if (cost > left) return false
      left -= cost
      return true
    },
  }
}

/** About how many tokens a value costs as JSON. */
export function measureTokens(value: unknown): number {
  return estimateText(JSON.stringify(value) ?? '')
}
