import { type ReactElement, useEffect, useState } from 'react'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'

/** What stands where no session is open: what to do, and whose sessions these are. */
export function Welcome(): ReactElement {
  const texts = useTexts()
  const hasExamples = useHasExamples()
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

function useHasExamples(): boolean {
  const { readAbout } = useClient()
  const [hasExamples, setHasExamples] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    readAbout(leaving.signal).then(
      about => setHasExamples(about.hasExamples),
      // The list beside it says that the server does not answer.
      () => undefined,
    )
    return () => leaving.abort()
  }, [readAbout])
  return hasExamples
}
