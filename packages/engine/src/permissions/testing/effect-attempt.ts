import type { Attempt } from './attempt.ts'

/** What a try would do if it got through: remove `src`, change or make files, show what is kept outside, run another program. */
export type AttemptEffect = 'removes' | 'writes' | 'reads' | 'runs'

/** A named try to get around a rule, with what shows that it did. */
export type EffectAttempt = {
  readonly name: string
  readonly command: string
  readonly effect: AttemptEffect
}

/** A list of tries that all want the same. */
export function toEffectAttempts(attempts: readonly Attempt[], effect: AttemptEffect): EffectAttempt[] {
  return attempts.map(([name, command]) => ({ name, command, effect }))
}
