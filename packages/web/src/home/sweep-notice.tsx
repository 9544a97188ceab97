import { type ReactElement, useState } from 'react'
import { keepChoice, readChoice } from '../browser/stored-choice.ts'
import { useNow } from '../browser/use-now.ts'
import { Button } from '../controls/button.tsx'
import { useTexts } from '../page/page-context.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useMay } from '../page/you.ts'
import css from './home-view.module.css'
import { formatDate } from './spend-card.tsx'

/** Says what Claude Code will delete and nobody has kept, with the one command that helps; silent for a week where a person says so. */
export function SweepNotice(): ReactElement | null {
  const texts = useTexts().home
  const mayKnow = useMay('archive/sweep')
  const { data } = useAnswer('archive/sweep', {}, { enabled: mayKnow })
  const now = useNow(60_000)
  const [laterUntil, setLaterUntil] = useState(() => Number(readChoice(LATER) ?? 0))
  if (data === undefined || data.sessions === 0 || data.firstAt === null || now < laterUntil) return null
  const putOff = (): void => {
    const until = Date.now() + WEEK_MS
    keepChoice(LATER, String(until))
    setLaterUntil(until)
  }
  const day = formatDate(new Date(Math.max(now, Date.parse(data.firstAt))).toISOString().slice(0, 10), {
    day: 'numeric',
    month: 'long',
  })
  return (
    <div className={css.examples} role="status">
      <p>{texts.sweep(data.sessions, data.days, day)}</p>
      <p>
        <code>antiphon archive</code> <Button onClick={putOff}>{texts.sweepLater}</Button>
      </p>
    </div>
  )
}

const LATER = 'sweep-later'
const WEEK_MS = 7 * 24 * 60 * 60 * 1000
