import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'

/** What stands where no session is open: what to do, and whose sessions these are. */
export function Welcome(): ReactElement {
  const texts = useTexts()
  // Where nobody answers, the list beside it says so.
  const { data } = useAnswer('about', {})
  const hasExamples = data?.hasExamples === true
  return (
    <main className="session-pane" id="session" aria-label={texts.session} tabIndex={-1}>
      <div className="empty">
        <h1>{hasExamples ? texts.examples : texts.chooseSession}</h1>
        <p>{hasExamples ? texts.examplesHint : texts.chooseSessionHint}</p>
        <p>
          <a className="button" href={formatRoute({ kind: 'chat' })}>
            {texts.startChat}
          </a>
        </p>
      </div>
    </main>
  )
}
