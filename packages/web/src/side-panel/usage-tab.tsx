import type { ReactElement } from 'react'
import { toButtonClass } from '../controls/button.tsx'
import { ContextBar } from '../numbers/context-bar.tsx'
import { NumbersTotals } from '../numbers/numbers-totals.tsx'
import { ToldView } from '../numbers/told-view.tsx'
import { ToneDefinitions } from '../numbers/tones.tsx'
import { useTold } from '../numbers/use-told.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import css from './side-panel.module.css'

/** What a session used, and what fills its context now. */
export function UsageTab({ session }: { readonly session: string }): ReactElement {
  const client = useClient()
  const texts = useTexts()
  const question = { session }
  const totals = useTold(['numbers', 0, question], signal =>
    client.lines('numbers', { ...question, by: 'model', stack: 'none' }, signal),
  )
  const context = useTold(['context', 0, question], signal =>
    client.lines('numbers/context', question, signal),
  )
  return (
    <>
      <div className={`${css.scroll} ${css.usage}`}>
        <ToneDefinitions />
        <ToldView told={totals} counts="files">
          {report => <NumbersTotals total={report.total} />}
        </ToldView>
        <ToldView told={context} counts="bytes">
          {report => <ContextBar report={report} />}
        </ToldView>
      </div>
      <footer className={css.foot}>
        <a className={toButtonClass()} href={formatRoute({ kind: 'usage', id: session })}>
          {texts.changes.wholeUsage}
        </a>
      </footer>
    </>
  )
}
