/** How a month's spending stands against its budget. */
export type Pace = {
  /** From 0 on: what is used of the budget. */
  readonly share: number
  /** From 0 to 1: how much of the month is over, today included. */
  readonly gone: number
  /** `near` is where the person asked to be warned. */
  readonly state: 'within' | 'near' | 'ahead' | 'over'
  /** The day on which the budget ends at this rate; null where that is in another month, or past. */
  readonly endsOn: string | null
}

/** Compares what was spent in the month of a day, that day included, with a budget of more than nothing. */
export function computePace({
  spentUsd,
  budgetUsd,
  alertPercent,
  today,
}: {
  readonly spentUsd: number
  readonly budgetUsd: number
  readonly alertPercent: number
  readonly today: string
}): Pace {
  const [year = 0, month = 1, date = 1] = today.split('-').map(Number)
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const share = spentUsd / budgetUsd
  const gone = date / days
  if (share >= 1) return { share, gone, state: 'over', endsOn: null }
  // The last day on which something is left at the rate of the days that are over.
  const last = spentUsd === 0 ? Number.POSITIVE_INFINITY : Math.ceil(budgetUsd / (spentUsd / date))
  if (last > days || share <= gone)
    return { share, gone, state: share * 100 >= alertPercent ? 'near' : 'within', endsOn: null }
  return { share, gone, state: 'ahead', endsOn: `${today.slice(0, 8)}${String(last).padStart(2, '0')}` }
}
