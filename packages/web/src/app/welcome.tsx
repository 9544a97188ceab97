import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'

/** What stands where no session is open: what to do, and whose sessions these are. */
export function Welcome(): ReactElement {
  const texts = useTexts()
  const client = useClient()
  // Where nobody answers, the list beside it says so.
  const { data } = useQuery({ queryKey: ['about'], queryFn: ({ signal }) => client.readAbout(signal) })
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
