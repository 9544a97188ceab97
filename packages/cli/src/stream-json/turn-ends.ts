import { formatCount, formatDuration } from '@antiphon/core/ui'
import { formatUsd } from '@antiphon/core/usage'
import type { TurnStep } from '@antiphon/core/wire'
import type { Screen } from '../terminal/screen.ts'

type ResultStep = Extract<TurnStep, { readonly kind: 'result' }>

/** How a turn ended, with its own share of the cost. */
export type TurnEnd = {
  readonly number: number
  readonly turns: number
  readonly durationMs: number
  readonly costUsd: number
}

export interface TurnEnds {
  end(step: ResultStep): void
  /** The turn that ended last, once: asked for when something comes after it. */
  takeEnd(): TurnEnd | null
}

/** Follows the results of a stream; each tells the cost since its session began. */
export function createTurnEnds(): TurnEnds {
  let count = 0
  let costBefore = 0
  let waiting: TurnEnd | null = null
  return {
    end({ turns, durationMs, costUsd }) {
      count += 1
      // Less than before: another session's result.
      const own = costUsd >= costBefore ? costUsd - costBefore : costUsd
      costBefore = costUsd
      waiting = { number: count, turns, durationMs, costUsd: own }
    },
    takeEnd() {
      const end = waiting
      waiting = null
      return end
    },
  }
}

/** One quiet line between two turns. */
export function formatTurnEnd(
  { number, turns, durationMs, costUsd }: TurnEnd,
  { palette }: Screen,
): string[] {
  const parts = [
    `Result ${number}`,
    formatCount(turns, 'turn'),
    formatDuration(durationMs),
    formatUsd(costUsd),
  ]
  return [palette.dim(`· ${parts.join(' · ')}`)]
}
