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
