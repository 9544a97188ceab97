import { isObject } from '@antiphon/contract'
import type { NumbersGroup, NumbersQuestion, NumbersStack } from '@antiphon/server/protocol'
import { type DayRange, PERIODS, type Period, toDayRange } from '../dates/numbers-period.ts'
import type { Measure } from '../language/numbers-texts.ts'

/** What the reader wants to see. */
export type NumbersChoice = {
  /** Null until somebody chose: then it is one that has data. */
  readonly period: Period | null
  /** The days, where they are the reader's own. */
  readonly range: DayRange
  readonly by: NumbersGroup
  readonly measure: Measure
  /** One directory alone. */
  readonly project: string | null
}

/** Bars last as long as they can be told apart; weeks and months are rows of nothing else. */
export const GROUPS: readonly NumbersGroup[] = ['model', 'project', 'session', 'tool', 'day']
export const MEASURES: readonly Measure[] = ['cost', 'tokens']

const FIRST_CHOICE: NumbersChoice = {
  period: null,
  range: {},
  by: 'model',
  measure: 'cost',
  project: null,
}

/** The bars are made of what the table has rows for. */
export function toStack(by: NumbersGroup): NumbersStack {
  return by === 'project' || by === 'session' || by === 'tool' ? by : 'model'
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
  }
}

export function formatChoice({ period, by, measure }: NumbersChoice): string {
  return JSON.stringify({ period, by, measure })
}

/** What is asked about first. */
export const DEFAULT_PERIOD = 'month'

/** What the server is asked; `today` is the reader's. */
export function toQuestion(choice: NumbersChoice, today: string): NumbersQuestion {
  const { period, range, by, project } = choice
  return {
    by,
    stack: toStack(by),
    ...(period === 'own' ? range : toDayRange(period ?? DEFAULT_PERIOD, today)),
    ...(project !== null && { project }),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
