import type { ReactElement } from 'react'
import { formatDay } from '../parts/format-time.ts'
import css from './story.module.css'

/** Says that another day begins. */
export function DayLine({ time }: { readonly time: string }): ReactElement {
  return (
    <p className={`parting fine ${css.day}`}>
      <time dateTime={time}>{formatDay(time, 'heading')}</time>
    </p>
  )
}

type Dated = { readonly at: string }

/** The time of an item with which another day begins, or with which the list does; undefined for any other. */
export function findDayBreak(items: readonly Dated[], index: number): string | undefined {
  const time = items[index]?.at ?? ''
  const day = toDay(time)
  if (day === '') return undefined
  // What has no time is of the day before it.
  for (let before = index - 1; before >= 0; before -= 1) {
    const dayBefore = toDay(items[before]?.at ?? '')
    if (dayBefore !== '') return dayBefore === day ? undefined : time
  }
  return time
}

/** The day in the reader's own zone; empty for what is no time. */
function toDay(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? '' : date.toDateString()
}
