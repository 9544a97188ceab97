import type { Spending } from '@antiphon/core/chat'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import css from './chat.module.css'
import { formatSpending } from './format-spending.ts'

/** How full the context is, with what the turn cost in its tooltip; nothing before a turn has ended. */
export function ContextMeter({
  spending,
  isDemo,
}: {
  readonly spending: Spending
  readonly isDemo: boolean
}): ReactElement | null {
  const texts = useTexts().chat
  const language = globalThis.document?.documentElement.lang || 'en'
  const words = formatSpending(spending, { texts, language, isDemo })
  if (words === '') return null
  const { contextTokens, contextWindow } = spending
  const share = contextWindow > 0 ? Math.min(1, contextTokens / contextWindow) : 0
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: share < 0.01 ? 1 : 0,
  }).format(share)
  return (
    <span className={css.wide}>
      <span className={css.meter} title={words}>
        <svg width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={texts.contextShare(percent)}>
          <circle cx="7" cy="7" r="5.5" fill="none" stroke="var(--line-strong)" strokeWidth="2" />
          <circle
            {...{ cx: 7, cy: 7, r: 5.5, fill: 'none' }}
            stroke="var(--accent)"
            strokeWidth="2"
            pathLength="1"
            strokeDasharray={`${share} 1`}
            transform="rotate(-90 7 7)"
          />
        </svg>
        {percent}
      </span>
    </span>
  )
}
