import type { ReactElement } from 'react'
import { formatDay } from './format-day.ts'

/** Says that another day begins. */
export function DayLine({ time }: { readonly time: string }): ReactElement {
  return (
    <p className="day-line">
      <time dateTime={time}>{formatDay(time, document.documentElement.lang)}</time>
    </p>
  )
}
