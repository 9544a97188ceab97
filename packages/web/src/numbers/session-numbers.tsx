import type { ReactElement } from 'react'
import { useClient, useTexts } from '../page/page-context.ts'
import { BreakList } from './break-list.tsx'
import { ContextBar } from './context-bar.tsx'
import { ContextPlot } from './context-plot.tsx'
import css from './numbers.module.css'
import { NumbersNotes } from './numbers-notes.tsx'
import { NumbersTotals } from './numbers-totals.tsx'
import { ReferencePart } from './reference-part.tsx'
import { ToldView } from './told-view.tsx'
import { useTold } from './use-told.ts'

export type SessionNumbersProps = {
  readonly id: string
  /** Another one is a wish to count again. */
  readonly round: number
}

/** What one session used, what filled its context, and where its prompt cache broke. */
export function SessionNumbers({ id, round }: SessionNumbersProps): ReactElement {
  const client = useClient()
  const texts = useTexts().numbers
  const question = { session: id }
  const totals = useTold(['numbers', round, question], signal =>
    client.lines('numbers', { ...question, by: 'model', stack: 'none' }, signal),
  )
  const context = useTold(['context', round, question], signal =>
    client.lines('numbers/context', question, signal),
  )
  const breaks = useTold(['cache-breaks', round, question], signal =>
    client.lines('numbers/cache-breaks', question, signal),
  )
  return (
    <>
      <ToldView told={totals} counts="files">
        {report => (
          <>
            <NumbersTotals total={report.total} />
            <NumbersNotes report={report} />
          </>
        )}
      </ToldView>
      <section className={css.part}>
        <h2>{texts.context}</h2>
        <p className={css.note}>{texts.contextHint}</p>
        <ToldView told={context} counts="bytes">
          {report =>
            report.points.length === 0 ? (
              <p className={css.note}>{texts.contextNothing}</p>
            ) : (
              <>
                <ContextPlot report={report} />
                <ContextBar report={report} />
              </>
            )
          }
        </ToldView>
      </section>
      <section className={css.part}>
        <h2>{texts.breaks}</h2>
        <p className={css.note}>{texts.breaksHint}</p>
        <ToldView told={breaks} counts="bytes">
          {report => <BreakList report={report} />}
        </ToldView>
      </section>
      <ReferencePart question={question} round={round} />
    </>
  )
}
