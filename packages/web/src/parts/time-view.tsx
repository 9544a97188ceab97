import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatAgo, formatExact } from './format-time.ts'

/** A time as one says it, with the exact one behind it. */
export function TimeView({
  time,
  now,
}: {
  readonly time: string
  readonly now: number
}): ReactElement | null {
  const texts = useTexts()
  const words = formatAgo(time, now, texts)
  if (words === '') return null
  return (
    <time className="time" dateTime={time} title={formatExact(time)}>
      {words}
    </time>
  )
}
