import { createUsageLedger, sumAnswers } from '@antiphon/core'
import type { AnswerSum, CountedAnswer, UsageSum } from '@antiphon/core/usage'
import { createUsageWatch } from '../provider/meter-provider.ts'
import type { QueryEvent } from './query-event.ts'

/**
 * What the answers of one conversation used together in a turn; a subagent's are its own. The counts are as `usage`
 * of a `result` event tells them.
 */
export type UsageTotals = UsageSum &
  Pick<AnswerSum, 'modelUsage' | 'costUsd' | 'isCostKnown'> & {
    /** Each once, for whoever adds up several turns and agents: `ledger.add` takes them as they are. */
    readonly answers: readonly CountedAnswer[]
  }

/** Sums up usage from the model's stream, each answer once. */
export function createUsageTotals(): {
  readonly add: (event: QueryEvent) => void
  readonly answers: () => number
  readonly sum: () => UsageTotals
} {
  const ledger = createUsageLedger()
  const watch = createUsageWatch(ledger)
  return {
    add(event) {
      if (event.type === 'stream_event') watch(event.event)
    },
    answers: () => ledger.answers().length,
    sum() {
      const answers = ledger.answers()
      const { usage, modelUsage, costUsd, isCostKnown } = sumAnswers(answers)
      return { ...usage, modelUsage, costUsd, isCostKnown, answers }
    },
  }
}

/** The usage alone, as a `result` event tells it. */
export function toResultUsage(totals: UsageTotals): UsageSum {
  const { modelUsage: _models, costUsd: _cost, isCostKnown: _known, answers: _answers, ...usage } = totals
  return usage
}
