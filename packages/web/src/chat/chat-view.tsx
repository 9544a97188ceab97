import type { ReactElement } from 'react'
import { useTexts } from '../app/page-context.ts'

/** Chat. */
export function ChatView(): ReactElement {
  const texts = useTexts()
  return (
    <main className="session-pane" id="session" aria-label={texts.chat.title} tabIndex={-1}>
      <h1>{texts.chat.title}</h1>
    </main>
  )
}
