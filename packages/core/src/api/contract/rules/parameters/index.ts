import type { Rule } from '../../rule.ts'

/** Everything about a request that is not its message history. */
export const parameterRules: readonly Rule[] = []
