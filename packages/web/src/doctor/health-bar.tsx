import type { LogVerdict, VerdictRow } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import css from './health-bar.module.css'
import { VERDICT_ORDER, VerdictMark } from './verdict-mark.tsx'

/** How many sessions have which verdict, as a bar and in words. */
export function HealthBar({ rows }: { readonly rows: readonly VerdictRow[] }): ReactElement {
  const texts = useTexts().doctor
  const counts = countVerdicts(rows)
  const notes = rows.filter(({ verdict, findings }) => verdict === 'fine' && findings > 0).length
  const shown = VERDICT_ORDER.filter(verdict => counts[verdict] > 0 || ALWAYS.has(verdict))
  return (
    <div className={css.health}>
      <div className={css.bars} aria-hidden="true">
        {shown.map(
          verdict =>
            counts[verdict] > 0 && (
              <span key={verdict} className={css[BARS[verdict]]} style={{ flexGrow: counts[verdict] }} />
            ),
        )}
      </div>
      <ul className={css.counts}>
        {shown.map(verdict => (
          <li key={verdict}>
            <VerdictMark verdict={verdict} />
            <b>{formatWhole(counts[verdict])}</b> {texts.counts[verdict]}
            {verdict === 'fine' && notes > 0 && <span className={css.notes}>{texts.withNotes(notes)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ALWAYS: ReadonlySet<LogVerdict> = new Set(['unresumable', 'repairable', 'fine'])

const BARS: Readonly<Record<LogVerdict, string>> = {
  unresumable: 'bad',
  repairable: 'wait',
  fine: 'fine',
  unexamined: 'other',
  'no-session': 'other',
}

/** How many rows have which verdict. */
export function countVerdicts(rows: readonly VerdictRow[]): Readonly<Record<LogVerdict, number>> {
  const counts = { unresumable: 0, repairable: 0, unexamined: 0, fine: 0, 'no-session': 0 }
  for (const { verdict } of rows) counts[verdict] += 1
  return counts
}
