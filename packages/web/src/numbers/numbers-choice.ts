import { isObject } from '@antiphon/contract'
import type { NumbersGroup, NumbersQuestion, NumbersStack } from '@antiphon/server/protocol'
import { type DayRange, PERIODS, type Period, toDayRange } from '../dates/numbers-period.ts'
import type { Measure } from '../language/numbers-texts.ts'

/** What the reader wants to see. */
export type NumbersChoice = {
  readonly period: Period
  /** The days, where they are the reader's own. */
  readonly range: DayRange
  readonly by: NumbersGroup
  readonly measure: Measure
  readonly stack: NumbersStack
  /** One directory alone. */
  readonly project: string | null
}

export const GROUPS: readonly NumbersGroup[] = ['day', 'week', 'month', 'project', 'model', 'session', 'tool']
export const MEASURES: readonly Measure[] = ['cost', 'tokens']
export const STACKS: readonly NumbersStack[] = ['model', 'project', 'none']

const FIRST_CHOICE: NumbersChoice = {
  period: 'month',
  range: {},
  by: 'day',
  measure: 'cost',
  stack: 'model',
  project: null,
}

/** What was chosen the last time; days and directories are not kept. */
export function parseChoice(stored: string | null): NumbersChoice {
  let kept: unknown = null
  try {
    kept = JSON.parse(stored ?? 'null')
  } catch {
    // Somebody else wrote it.
  }
  const fields = isObject(kept) ? kept : {}
  const period = PERIODS.find(one => one === fields.period) ?? FIRST_CHOICE.period
  return {
    ...FIRST_CHOICE,
    period: period === 'own' ? FIRST_CHOICE.period : period,
    by: GROUPS.find(one => one === fields.by) ?? FIRST_CHOICE.by,
    measure: MEASURES.find(one => one === fields.measure) ?? FIRST_CHOICE.measure,
    stack: STACKS.find(one => one === fields.stack) ?? FIRST_CHOICE.stack,
  }
}

export function formatChoice({ period, by, measure, stack }: NumbersChoice): string {
  return JSON.stringify({ period, by, measure, stack })
}

/** What the server is asked; `today` is the reader's. */
export function toQuestion(choice: NumbersChoice, today: string): NumbersQuestion {
  const { period, range, by, stack, project } = choice
  return {
    by,
    stack,
    ...(period === 'own' ? range : toDayRange(period, today)),
    ...(project !== null && { project }),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
