import type { CallResult } from '../situation/call-result.ts'
import { MISSING_RESULT } from '../situation/call-result.ts'
import type { Round } from '../situation/situation.ts'

/** Calls of one answer, as a generator yields them. */
export type Move<C> = { readonly calls: readonly C[] }

/** Where a replay came to: the calls that are open, or what was returned. */
export type Replayed<M, R> =
  | { readonly isOver: false; readonly move: M }
  | { readonly isOver: true; readonly value: R }

export type ReplayOptions<M, R> = {
  readonly work: Generator<M, R, readonly CallResult[]>
  readonly rounds: readonly Round[]
  /** False where an answer may have only one call. */
  readonly isParallel: boolean
}

/** Runs work over the rounds of a conversation until it wants calls that nobody has made yet. */
export function replay<C extends { readonly name: string }, M extends Move<C>, R>({
  work,
  rounds,
  isParallel,
}: ReplayOptions<M, R>): Replayed<M, R> {
  let rest = rounds
  let step = work.next()
  while (step.done !== true) {
    const move = step.value
    const results: CallResult[] = []
    const groups = isParallel ? [move.calls] : move.calls.map(call => [call])
    for (const calls of groups) {
      const index = rest.findIndex(round => isOf(round, calls))
      const round = rest[index]
      if (!round) return { isOver: false, move: { ...move, calls } }
      rest = rest.slice(index + 1)
      results.push(...calls.map((_, place) => round[place]?.result ?? MISSING_RESULT))
    }
    step = work.next(results)
  }
  return { isOver: true, value: step.value }
}

/** A round may lack the last calls of an answer: it was cut. */
function isOf(round: Round, calls: readonly { readonly name: string }[]): boolean {
  return round.length <= calls.length && round.every(({ name }, index) => name === calls[index]?.name)
}
